/**
 * A cooperative task scheduler for a single process.
 *
 * Tasks are ordinary async functions. Each one is given a priority, an
 * optional delay, an optional list of tasks that must finish before it, and a
 * policy for trying again. The scheduler runs as many of them at once as its
 * concurrency limit allows and never lets a failing task take its neighbours
 * down with it.
 *
 * @module scheduler
 */

/** @typedef {'waiting' | 'ready' | 'running' | 'done' | 'failed' | 'cancelled'} TaskState */

/**
 * @typedef {Object} TaskOptions
 * @property {number} [priority=0] Larger numbers run first.
 * @property {number} [delay=0] Milliseconds before the task may start.
 * @property {string[]} [after=[]] Names of tasks that must be done first.
 * @property {number} [attempts=1] How often the task may be tried in all.
 * @property {number} [timeout=Infinity] Milliseconds allowed for one attempt.
 * @property {(attempt: number) => number} [backoff] Pause before the next attempt.
 */

const FINAL = new Set(['done', 'failed', 'cancelled']);

/** Doubles from 100 ms and levels off at ten seconds. */
export const exponential = (attempt) => Math.min(10_000, 100 * 2 ** (attempt - 1));

export class TimeoutError extends Error {
  constructor(name, ms) {
    super(`task "${name}" did not finish within ${ms} ms`);
    this.name = 'TimeoutError';
  }
}

export class CycleError extends Error {
  constructor(path) {
    super(`tasks wait for one another in a circle: ${path.join(' -> ')}`);
    this.name = 'CycleError';
    this.path = path;
  }
}

/**
 * A binary heap. The comparison decides what "smallest" means, and the
 * smallest entry is always at index zero.
 *
 * @template T
 */
export class Heap {
  #entries = [];
  #before;

  /** @param {(a: T, b: T) => boolean} before True if `a` must come out before `b`. */
  constructor(before) {
    this.#before = before;
  }

  get size() {
    return this.#entries.length;
  }

  peek() {
    return this.#entries[0];
  }

  push(entry) {
    const heap = this.#entries;
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#before(heap[index], heap[parent])) break;
      [heap[index], heap[parent]] = [heap[parent], heap[index]];
      index = parent;
    }
  }

  pop() {
    const heap = this.#entries;
    if (heap.length === 0) return undefined;
    const top = heap[0];
    const last = heap.pop();
    if (heap.length > 0) {
      heap[0] = last;
      this.#sink(0);
    }
    return top;
  }

  #sink(start) {
    const heap = this.#entries;
    let index = start;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      let best = index;
      if (left < heap.length && this.#before(heap[left], heap[best])) best = left;
      if (right < heap.length && this.#before(heap[right], heap[best])) best = right;
      if (best === index) return;
      [heap[index], heap[best]] = [heap[best], heap[index]];
      index = best;
    }
  }
}

/** One unit of work, together with everything the scheduler knows about it. */
class Task {
  /** @type {TaskState} */
  state = 'waiting';
  attempt = 0;
  blockers = new Set();
  dependants = new Set();
  controller = new AbortController();

  /**
   * @param {string} name
   * @param {(context: { signal: AbortSignal, attempt: number }) => Promise<unknown>} work
   * @param {TaskOptions} options
   * @param {number} order Position in which the task was added; breaks ties.
   */
  constructor(name, work, options, order) {
    this.name = name;
    this.work = work;
    this.order = order;
    this.priority = options.priority ?? 0;
    this.delay = options.delay ?? 0;
    this.attempts = options.attempts ?? 1;
    this.timeout = options.timeout ?? Infinity;
    this.backoff = options.backoff ?? exponential;
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // A caller who never looks at the result should not crash the process.
    this.result.catch(() => {});
  }

  get settled() {
    return FINAL.has(this.state);
  }
}

export class Scheduler {
  #tasks = new Map();
  #ready = new Heap((a, b) => a.priority > b.priority || (a.priority === b.priority && a.order < b.order));
  #timers = new Set();
  #running = 0;
  #order = 0;
  #paused = false;
  #listeners = new Map();
  #idleWaiters = [];

  /** @param {{ concurrency?: number }} [settings] */
  constructor({ concurrency = 4 } = {}) {
    if (!Number.isInteger(concurrency) || concurrency < 1) {
      throw new RangeError('concurrency must be a positive integer');
    }
    this.concurrency = concurrency;
  }

  /**
   * Add a task. The returned promise settles with the outcome of the last
   * attempt.
   *
   * Dependencies may be named before they are added, which lets a caller
   * describe a graph in whatever order is convenient. A circle is reported as
   * soon as the task that closes it is added.
   *
   * @param {string} name
   * @param {(context: { signal: AbortSignal, attempt: number }) => Promise<unknown>} work
   * @param {TaskOptions} [options]
   * @returns {Promise<unknown>}
   * @throws {CycleError} If the new task would wait for itself.
   */
  add(name, work, options = {}) {
    if (this.#tasks.has(name)) throw new Error(`there is already a task called "${name}"`);

    const task = new Task(name, work, options, this.#order++);
    for (const dependency of options.after ?? []) {
      if (this.#tasks.get(dependency)?.state !== 'done') task.blockers.add(dependency);
    }

    const circle = this.#findCircle(task);
    if (circle) throw new CycleError(circle);

    this.#tasks.set(name, task);
    this.#link(task);
    if (!task.settled && task.blockers.size === 0) this.#release(task);
    return task.result;
  }

  /** Stop starting tasks. Those already running are left to finish. */
  pause() {
    this.#paused = true;
  }

  resume() {
    this.#paused = false;
    this.#pump();
  }

  /**
   * Cancel a task and everything that waits for it. A running task is told
   * through its abort signal; whether it listens is its own affair.
   *
   * @param {string} name
   * @returns {boolean} False if the task was unknown or already settled.
   */
  cancel(name) {
    const task = this.#tasks.get(name);
    if (!task || task.settled) return false;
    this.#settle(task, 'cancelled', new Error(`task "${name}" was cancelled`));
    task.controller.abort();
    return true;
  }

  /** @param {string} name @returns {TaskState | undefined} */
  stateOf(name) {
    return this.#tasks.get(name)?.state;
  }

  /** Resolves as soon as nothing is running, ready or waiting for a timer. */
  async idle() {
    if (this.#isIdle()) return;
    await new Promise((resolve) => this.#idleWaiters.push(resolve));
  }

  /**
   * Listen for `start`, `retry`, `done`, `failed` or `cancelled`.
   *
   * @param {string} event
   * @param {(detail: { name: string, attempt: number, error?: unknown }) => void} listener
   * @returns {() => void} Call it to stop listening.
   */
  on(event, listener) {
    const listeners = this.#listeners.get(event) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(event, listeners);
    return () => listeners.delete(listener);
  }

  // Dependencies ------------------------------------------------------------

  /** Walk the blockers of a task depth first and return a circle if one exists. */
  #findCircle(task) {
    const seen = new Set();

    const visit = (name, path) => {
      if (name === task.name) return [...path, name];
      if (seen.has(name)) return null;
      seen.add(name);
      for (const next of this.#tasks.get(name)?.blockers ?? []) {
        const circle = visit(next, [...path, name]);
        if (circle) return circle;
      }
      return null;
    };

    for (const blocker of task.blockers) {
      const circle = visit(blocker, [task.name]);
      if (circle) return circle;
    }
    return null;
  }

  /** Connect a new task with those it waits for and those that wait for it. */
  #link(task) {
    for (const name of task.blockers) {
      const blocker = this.#tasks.get(name);
      if (!blocker) continue;
      blocker.dependants.add(task);
      if (blocker.settled) {
        this.#settle(task, 'cancelled', new Error(`"${name}" did not succeed`));
        return;
      }
    }
    for (const other of this.#tasks.values()) {
      if (other.blockers.has(task.name)) task.dependants.add(other);
    }
  }

  // Running -----------------------------------------------------------------

  /** Let a task into the queue, now or after its delay. */
  #release(task, delay = task.delay) {
    const enqueue = () => {
      if (task.settled) return;
      task.state = 'ready';
      this.#ready.push(task);
      this.#pump();
    };
    if (delay > 0) this.#after(delay, enqueue);
    else enqueue();
  }

  #after(ms, action) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
      this.#checkIdle();
    }, ms);
    this.#timers.add(timer);
  }

  /** Start ready tasks until the limit is reached or the queue is empty. */
  #pump() {
    while (!this.#paused && this.#running < this.concurrency && this.#ready.size > 0) {
      const task = this.#ready.pop();
      if (task.settled) continue; // cancelled while it stood in the queue
      this.#run(task);
    }
    this.#checkIdle();
  }

  async #run(task) {
    this.#running += 1;
    task.state = 'running';
    task.attempt += 1;
    this.#emit('start', task);

    try {
      const value = await this.#attempt(task);
      this.#settle(task, 'done', value);
    } catch (error) {
      if (task.settled) {
        // Cancelled in mid-flight: the outcome no longer interests anybody.
      } else if (task.attempt < task.attempts) {
        task.state = 'waiting';
        this.#emit('retry', task, error);
        this.#release(task, task.backoff(task.attempt));
      } else {
        this.#settle(task, 'failed', error);
      }
    } finally {
      this.#running -= 1;
      this.#pump();
    }
  }

  /** Race one attempt against its time limit, and tidy the timer away. */
  async #attempt(task) {
    const context = { signal: task.controller.signal, attempt: task.attempt };
    if (task.timeout === Infinity) return task.work(context);

    let timer;
    const limit = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new TimeoutError(task.name, task.timeout)), task.timeout);
    });
    try {
      return await Promise.race([task.work(context), limit]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Record a final state and pass the consequences on to the dependants. */
  #settle(task, state, outcome) {
    if (task.settled) return;
    task.state = state;
    if (state === 'done') task.resolve(outcome);
    else task.reject(outcome);
    this.#emit(state, task, state === 'done' ? undefined : outcome);

    for (const dependant of task.dependants) {
      if (state === 'done') {
        dependant.blockers.delete(task.name);
        if (dependant.blockers.size === 0 && !dependant.settled) this.#release(dependant);
      } else {
        const reason = new Error(`"${task.name}" did not succeed`, { cause: outcome });
        this.#settle(dependant, 'cancelled', reason);
      }
    }
  }

  // Bookkeeping -------------------------------------------------------------

  #emit(event, task, error) {
    for (const listener of this.#listeners.get(event) ?? []) {
      try {
        listener({ name: task.name, attempt: task.attempt, error });
      } catch (problem) {
        // A listener is a guest here and must not stop the work.
        console.error(`listener for "${event}" threw`, problem);
      }
    }
  }

  #isIdle() {
    const blockedByPause = this.#paused && this.#ready.size > 0;
    return this.#running === 0 && this.#timers.size === 0 && (this.#ready.size === 0 || blockedByPause);
  }

  #checkIdle() {
    if (!this.#isIdle()) return;
    for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }
}
