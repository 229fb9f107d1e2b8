// A page served by the agent asks it repeatedly, keeps its view, and says so when there is no answer any more.

class Live {
  constructor(page) {
    this.page = page;
    this.every = 5000;
    this.patience = 15000;
    this.paused = false;
    this.answered = Date.now();
    byId('live').hidden = false;
    byId('live-pause').addEventListener('click', () => this.pause());
    this.say('live', 'Live', `as of ${clock(this.answered / 1000)} UTC, refreshes every ${this.every / 1000} s`);
    this.wait();
  }

  pause() {
    this.paused = !this.paused;
    byId('live-pause').textContent = this.paused ? 'Resume' : 'Pause';
    byId('live-pause').setAttribute('aria-pressed', String(this.paused));
    if (this.paused) this.say('paused', 'Paused', `as of ${clock(this.answered / 1000)} UTC`);
    else this.ask();
  }

  wait() {
    clearTimeout(this.timer);
    if (!this.paused) this.timer = setTimeout(() => this.ask(), this.every);
  }

  async ask() {
    if (document.hidden) {
      this.wait();
      return;
    }
    const abort = new AbortController();
    const bound = setTimeout(() => abort.abort(), this.patience);
    let why = 'the JVM does not answer and may have ended';
    try {
      const answer = await fetch('page.json', { signal: abort.signal, cache: 'no-store', credentials: 'same-origin' });
      if (!answer.ok) {
        why = `the answer has status ${answer.status}`;
        throw new Error(why);
      }
      why = 'the answer can\'t be read';
      const data = await answer.json();
      if (!this.paused) {
        this.answered = Date.now();
        this.page.take(data);
        this.say('live', 'Live', `as of ${clock(this.answered / 1000)} UTC, refreshes every ${this.every / 1000} s`);
      }
    } catch (gone) {
      if (!this.paused) this.say('stale', `Stale: ${why}. The last data shown is`, `as of ${clock(this.answered / 1000)} UTC`);
    } finally {
      clearTimeout(bound);
      this.wait();
    }
  }

  /** Only a change of state is read out; the time next to it is not. */
  say(state, text, time) {
    if (byId('live-state').textContent !== text) byId('live-state').textContent = text;
    byId('live-time').textContent = time;
    document.body.dataset.live = state;
  }
}
