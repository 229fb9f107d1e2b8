// shoot: bundles the page, opens it in Chromium with each dashboard's answers, and leaves a picture of each in
// docs/images.
import { build } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const target = resolve(import.meta.dirname, '../target');
const images = resolve(import.meta.dirname, '../../../docs/images');
mkdirSync(images, { recursive: true });

await build({
  entryPoints: [resolve(import.meta.dirname, 'app.tsx')],
  bundle: true,
  outfile: resolve(target, 'app.js'),
  format: 'iife',
  jsx: 'automatic',
  define: { global: 'window', 'process.env.NODE_ENV': '"production"' },
  loader: { '.ttf': 'dataurl', '.woff2': 'dataurl', '.svg': 'dataurl' },
  minify: true,
  logLevel: 'error',
});

const css = `body{background:#111217;margin:0;padding:8px 12px;width:1600px;box-sizing:border-box}.board{position:relative}.row,.panel{position:absolute}
.row{margin:0;padding:8px 4px;font-size:18px}.preview{background:#3d2a00;color:#ffd27a;padding:6px 12px;margin-bottom:6px;font-size:14px}
.none{display:flex;height:100%;align-items:center;justify-content:center;opacity:.7}`;

// Grafana's components fetch their icons from where Grafana would serve them.
const icons = resolve(import.meta.dirname, '../node_modules/@grafana/ui/dist/public/img');
const types = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html; charset=utf-8', '.svg': 'image/svg+xml' };
const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://localhost').pathname;
  const file = path.startsWith('/public/build/img/') ? join(icons, path.slice('/public/build/img/'.length)) : join(target, path);
  if (!types[extname(file)] || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': types[extname(file)] }).end(readFileSync(file));
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  for (const [uid, image] of [['vt-monitor', 'dashboard-pinning'], ['vt-monitor-fleet', 'dashboard-fleet']]) {
    const text = readFileSync(resolve(target, `${uid}.data.json`), 'utf8').replaceAll('<', '\\u003c');
    writeFileSync(
      resolve(target, `${uid}.html`),
      `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="app.css"><style>${css}</style>
<div id="root"></div><script>globalThis.DATA = ${text}</script><script src="app.js"></script>`,
    );
    // As tall as the dashboard: what is out of sight would not be drawn.
    const rows = Math.max(...JSON.parse(text).dashboard.panels.map(({ gridPos }) => gridPos.y + gridPos.h));
    const tab = await browser.newPage({ viewport: { width: 1600, height: rows * 38 + 60 } });
    const failed = new Promise((_, reject) => tab.on('pageerror', (error) => reject(error)));
    // 'Ago' is counted from when the answers were given.
    await tab.clock.setFixedTime(JSON.parse(text).to);
    await tab.goto(`http://127.0.0.1:${server.address().port}/${uid}.html`);
    await Promise.race([tab.waitForFunction(everyPanelIsDrawn), failed]);
    await tab.waitForLoadState('networkidle');
    await tab.screenshot({ path: resolve(images, `${image}.png`) });
    if (uid === 'vt-monitor') {
      await tab.screenshot({ path: resolve(images, 'dashboard-driver.png'), clip: await around(tab, ['Top sites', 'Carriers pinned by site']) });
    }
  }
} finally {
  await browser.close();
  server.close();
}

function everyPanelIsDrawn() {
  const panels = [...document.querySelectorAll('.panel')];
  return panels.length > 0 && panels.every((panel) => panel.querySelector('canvas, rect, [role=gridcell], .none, .values'));
}

/** The rectangle that holds the panels of these titles. */
async function around(tab, titles) {
  const boxes = await Promise.all(titles.map((title) => tab.locator('.panel').filter({ has: tab.getByRole('heading', { name: title, exact: true }) }).boundingBox()));
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}
