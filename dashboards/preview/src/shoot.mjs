// shoot: bundles the page, opens it in Chromium with each dashboard's answers, and leaves a picture of each in docs/images.
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
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

const css = `body{background:#111217;margin:8px;width:1584px}.board{position:relative}.row,.panel{position:absolute}
.row{margin:0;padding:8px 4px;font-size:18px}.preview{background:#3d2a00;color:#ffd27a;padding:6px 12px;margin-bottom:6px;font-size:14px}
.none{display:flex;height:100%;align-items:center;justify-content:center;opacity:.7}`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  for (const [uid, image] of [['vt-monitor', 'dashboard-pinning'], ['vt-monitor-fleet', 'dashboard-fleet']]) {
    const data = readFileSync(resolve(target, `${uid}.data.json`), 'utf8').replaceAll('<', '\\u003c');
    const page = resolve(target, `${uid}.html`);
    writeFileSync(
      page,
      `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="app.css"><style>${css}</style>
<div id="root"></div><script>globalThis.DATA = ${data}</script><script src="app.js"></script>`,
    );
    const tab = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
    const errors = [];
    tab.on('pageerror', (error) => errors.push(error.message));
    await tab.goto(pathToFileURL(page).href);
    await tab.waitForSelector('.panel');
    await tab.waitForFunction(() => [...document.querySelectorAll('.panel')].every((panel) => panel.querySelector('canvas, svg, table, [role=grid], .none, [class*=BigValue], [style*=flex]')));
    await tab.waitForLoadState('networkidle');
    if (errors.length > 0) {
      throw new Error(`${uid}: ${errors.join('; ')}`);
    }
    await tab.screenshot({ path: resolve(images, `${image}.png`), fullPage: true });
  }
} finally {
  await browser.close();
}
