// Words and elements. Text goes in as text nodes only: a recording's names are whatever its classes were called.

function el(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === true) element.setAttribute(key, '');
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child != null));
  return element;
}

/** Prose with names of classes in it, which may be broken after a dot and nowhere else in a word. */
const breakable = text => text.split(/(?<=\.)(?=[A-Za-z])/).flatMap((part, i) => i === 0 ? [part] : [el('wbr'), part]);

const byId = id => document.getElementById(id);

function fill(element, ...children) {
  element.replaceChildren(...children.filter(child => child != null));
}

function button(text, attributes, act) {
  const element = el('button', { type: 'button', ...attributes }, text);
  element.addEventListener('click', act);
  return element;
}

/** A figure: what is read, and the whole number behind it for whoever copies or tests. */
function figure(value, text) {
  return el('data', { value: String(value) }, text);
}

const seconds = value => figure(value, duration(value));

/** Three significant digits, a unit that fits: as the text report has it. */
function duration(value) {
  const size = Math.abs(value);
  if (size >= 99.95) return `${value.toFixed(0)} s`;
  if (size >= 9.995) return `${value.toFixed(1)} s`;
  if (size >= 0.9995) return `${value.toFixed(2)} s`;
  const millis = value * 1e3;
  if (size === 0) return '0 ms';
  if (size < 0.0000995) return `${(value * 1e6).toFixed(size >= 0.0000009995 ? 0 : 1)} us`;
  return size >= 0.009995 ? `${millis.toFixed(0)} ms` : `${millis.toFixed(1)} ms`;
}

/** 0 % is nothing and 100 % is all, so what lies close to them has a decimal: as the text report has it. */
function percent(part) {
  if (part > 0 && part < 0.0005) return '< 0.1 %';
  if (part >= 0.9995 && part < 1) return '> 99.9 %';
  const close = (part > 0 && part < 0.0995) || (part >= 0.995 && part < 1);
  return `${(part * 100).toFixed(close ? 1 : 0)} %`;
}

const count = (number, one, more) => `${number} ${number === 1 ? one : more || one + 's'}`;

/** What something cost: of a comparison the pins are left out, since an hour's are no whole number. */
const amount = (model, { before, seconds: after, pins }) =>
  model.waits ? `${model.weight(after)}${model.data.threads ? '' : ' of waiting'}`
    : model.diff ? `${duration(before)} before, ${duration(after)} after, per hour` : `${duration(after)} in ${count(pins, 'pin')}`;

const words = name => name.replace(/_/g, ' ');

const clock = time => new Date(time * 1000).toISOString().slice(11, 23).replace(/\.000$/, '');

const day = time => new Date(time * 1000).toISOString().slice(0, 10);

const VERDICTS = {
  gone_on_24: 'gone on JDK 24 and later',
  eased_on_26: 'eased on JDK 26',
  stays: 'stays on every JDK',
  unknown: 'not known',
};

const SHORT_VERDICTS = { gone_on_24: 'gone on 24', eased_on_26: 'eased on 26', stays: 'stays', unknown: 'not known' };

/** In the flame graph of waits, the frame that names who has what the thread waits for. */
const HELD_BY = 'held by ';

/** The last part of the class and the method; a site's id likewise, holder by holder. */
function shortName(name) {
  return name.split(' < ').map(part => part.replace(/^(held by (?:a thread in )?)?[\w$-]+(?:\.[\w$-]+)*\.(?=[^.\s]+\.[^.\s]+(?:\s|$))/, '$1')).join(' < ');
}

/** As a JVM prints it, of which development environments make links; the file is the outermost class's. */
function stackLine(frame) {
  const [, method, line] = /^(.*?)(?::(\d+))?$/s.exec(frame);
  const type = method.slice(0, Math.max(0, method.lastIndexOf('.')));
  const file = type.slice(type.lastIndexOf('.') + 1).replace(/(?<=.)\$.*$/s, '');
  return `at ${method}(${file}.java${line ? ':' + line : ''})`;
}

/** Where the source of a frame opens; null where nothing was chosen. The place is a project, or a folder of sources. */
function sourceAddress(frame, { ide, idePlace }) {
  const [, method, line] = /^(.*?)(?::(\d+))?$/s.exec(frame);
  const dot = method.lastIndexOf('.');
  const type = method.slice(0, Math.max(0, dot)).replace(/(?<=[^.])\$.*$/s, '');
  const name = method.slice(dot + 1);
  if (!type || !idePlace) return null;
  const encoded = path => path.split(/[/\\]/).filter(part => part).map(encodeURIComponent).join('/');
  try {
    if (ide === 'idea') return `jetbrains://idea/navigate/reference?project=${encodeURIComponent(idePlace)}&fqn=${encodeURIComponent(name.startsWith('<') ? type : `${type}#${name}`)}`;
    return ide === 'vscode' ? `vscode://file/${encoded(idePlace)}/${encoded(type.replace(/\./g, '/'))}.java:${line || 1}` : null;
  } catch {
    return null; // a name with half of a character
  }
}

/** A frame, which opens its source where the reader has chosen by what. */
function frameLink(text, frame, state) {
  const address = sourceAddress(frame, state);
  return address ? el('a', { href: address, title: 'Open the source' }, text) : text;
}

const holderName = holder =>
  `${holder.className}.${holder.methodName}${holder.line > 0 ? ':' + holder.line : ''}`;

const libraryName = library => (library ? library.name + (library.version ? ' ' + library.version : '') : '');

function holderHow(holder) {
  const what = holder.monitors > 1 ? `${holder.monitors} monitors` : words(holder.hold);
  return `${what}${holder.lock ? ' of ' + holder.lock : ''}, ${holder.confidence}`;
}

/** An address may be followed only where it is a web page's. */
function evidence(address) {
  return address && /^https:\/\//.test(address)
    ? el('a', { href: address, rel: 'noreferrer noopener', target: '_blank' }, 'source')
    : null;
}

function table(caption, heads, rows) {
  return el('table', {},
    el('caption', { class: 'hidden' }, caption),
    el('thead', {}, el('tr', {}, ...heads.map(head => el('th', { scope: 'col', class: head.class }, head.text || el('span', { class: 'hidden' }, head.label))))),
    el('tbody', {}, ...rows.map(row => el('tr', {},
      ...row.map((cell, i) => el('td', { class: heads[i].class, 'data-label': heads[i].text || null }, cell))))));
}
