// Colours and patterns of the canvases, from the style sheet, so that theme and print need one place.

const Paint = {
  hues: 6,

  refresh() {
    const style = getComputedStyle(document.documentElement);
    const names = ['ink', 'muted', 'line', 'panel', 'accent', 'jdk', 'holder', 'holder-line', 'culprit', 'match',
      'match-line', 'mean', 'starved', 'grew', 'shrank', 'same', 'zoomed'];
    this.colors = {};
    for (const name of names) this.colors[name] = style.getPropertyValue('--' + name).trim();
    this.waits = Array.from({ length: 8 }, (_, i) => style.getPropertyValue('--wait-' + i).trim());
    this.packages = Array.from({ length: this.hues }, (_, i) => style.getPropertyValue('--package-' + i).trim());
    this.patterns = new Map();
  },

  /** A context in CSS pixels, cleared. */
  begin(canvas, width, height) {
    const ratio = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.height = height + 'px';
    }
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    return context;
  },

  /** Slanted lines over whatever is under them: what matters is not told by color alone. */
  hatch(context, color, rising) {
    const key = color + rising;
    if (!this.patterns.has(key)) {
      const tile = document.createElement('canvas');
      tile.width = tile.height = 8;
      const ink = tile.getContext('2d');
      ink.strokeStyle = color;
      ink.lineWidth = 1.5;
      for (const shift of [-8, 0, 8]) {
        ink.moveTo(shift, rising ? 8 : 0);
        ink.lineTo(shift + 8, rising ? 0 : 8);
      }
      ink.stroke();
      this.patterns.set(key, tile);
    }
    return context.createPattern(this.patterns.get(key), 'repeat');
  },

  /** The same package, the same color. */
  ofPackage(name) {
    const parts = name.split('.');
    const start = parts.slice(0, Math.min(3, Math.max(1, parts.length - 2))).join('.');
    let hash = 7;
    for (let i = 0; i < start.length; i++) hash = (hash * 31 + start.charCodeAt(i)) | 0;
    return this.packages[Math.abs(hash) % this.hues];
  },

  /** From shrank through the same to grew, by the share of the larger of both. */
  growth(context, before, after) {
    const larger = Math.max(before, after);
    const change = larger > 0 ? (after - before) / larger : 0;
    if (Math.abs(change) < 0.05) return this.colors.same;
    context.globalAlpha = 0.25 + 0.75 * Math.abs(change);
    return change > 0 ? this.colors.grew : this.colors.shrank;
  },
};
