// Colours and patterns of the canvases, from the style sheet, so that theme and print need one place.

/** As JdkNames has them. */
const JDK = [
  'java.', 'jdk.', 'sun.', 'netscape.javascript.', 'org.ietf.jgss.', 'org.jcp.xml.dsig.internal.',
  'org.w3c.dom.', 'org.xml.sax.', 'com.sun.accessibility.', 'com.sun.beans.', 'com.sun.crypto.provider.',
  'com.sun.imageio.', 'com.sun.jarsigner.', 'com.sun.java.', 'com.sun.java_cup.internal.', 'com.sun.jdi.',
  'com.sun.jmx.', 'com.sun.jndi.', 'com.sun.management.', 'com.sun.media.sound.', 'com.sun.naming.',
  'com.sun.net.', 'com.sun.nio.', 'com.sun.org.apache.', 'com.sun.org.slf4j.internal.', 'com.sun.proxy.', 'com.sun.rowset.',
  'com.sun.security.', 'com.sun.source.', 'com.sun.swing.', 'com.sun.tools.', 'com.sun.xml.internal.',
  'javax.accessibility.', 'javax.annotation.processing.', 'javax.crypto.', 'javax.imageio.', 'javax.lang.model.',
  'javax.management.', 'javax.naming.', 'javax.net.', 'javax.print.', 'javax.rmi.ssl.', 'javax.script.',
  'javax.security.auth.Destroy', 'javax.security.auth.Refresh', 'javax.security.auth.Subject',
  'javax.security.auth.AuthPermission', 'javax.security.auth.PrivateCredentialPermission',
  'javax.security.auth.Policy', 'javax.security.auth.callback.', 'javax.security.auth.kerberos.',
  'javax.security.auth.login.', 'javax.security.auth.spi.', 'javax.security.auth.x500.', 'javax.security.cert.',
  'javax.security.sasl.', 'javax.smartcardio.', 'javax.sound.', 'javax.sql.', 'javax.swing.', 'javax.tools.',
  'javax.transaction.xa.', 'javax.xml.XMLConstants', 'javax.xml.catalog.', 'javax.xml.crypto.',
  'javax.xml.datatype.', 'javax.xml.namespace.', 'javax.xml.parsers.', 'javax.xml.stream.',
  'javax.xml.transform.', 'javax.xml.validation.', 'javax.xml.xpath.'
];

const Paint = {
  hues: 6,

  refresh() {
    const style = getComputedStyle(document.documentElement);
    const names = ['ink', 'muted', 'line', 'panel', 'accent', 'jdk', 'holder', 'holder-line', 'culprit', 'match',
      'match-line', 'mean', 'starved', 'grew', 'shrank', 'same', 'zoomed'];
    this.colours = {};
    for (const name of names) this.colours[name] = style.getPropertyValue('--' + name).trim();
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

  /** Slanted lines over whatever is under them: what matters is not told by colour alone. */
  hatch(context, colour, rising) {
    const key = colour + rising;
    if (!this.patterns.has(key)) {
      const tile = document.createElement('canvas');
      tile.width = tile.height = 8;
      const ink = tile.getContext('2d');
      ink.strokeStyle = colour;
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

  isJdk: name => JDK.some(beginning => name.startsWith(beginning)),

  /** The same package, the same colour. */
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
    if (Math.abs(change) < 0.05) return this.colours.same;
    context.globalAlpha = 0.25 + 0.75 * Math.abs(change);
    return change > 0 ? this.colours.grew : this.colours.shrank;
  },
};
