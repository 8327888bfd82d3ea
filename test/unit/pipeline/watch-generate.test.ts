/** `discogen generate --watch` on an in-memory file system. The test triggers the change events. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { debounce } from '../../../generator/lib/watch-files.js';
import { memoryEffects, type MemoryEffects } from '../../support/memory-files.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

class Watch {
  readonly effects: MemoryEffects;
  /** The currently watched files, relative to the project. */
  watched: readonly string[] = [];
  readonly exitStatus: Promise<number>;
  #changed = (): void => undefined;
  #stop = (): void => undefined;
  #printed: (() => void)[] = [];

  constructor(words: readonly string[], files: Readonly<Record<string, string>>) {
    this.effects = memoryEffects(files);
    const stopped = new Promise<void>((resolve) => (this.#stop = resolve));
    const createWriter = (stream: 'stdout' | 'stderr') => (text: string) => {
      this.effects.printed[stream] += text;
      this.#printed.splice(0).forEach((listener) => listener());
    };
    this.exitStatus = runCommandLine(['generate', '--watch', ...words], {
      ...this.effects,
      stdout: createWriter('stdout'),
      stderr: createWriter('stderr'),
      watch: (paths, changed) => {
        this.watched = paths.map((path) => path.replace('/project/', ''));
        this.#changed = changed;
        return () => (this.watched = []);
      },
      importModule: () => Promise.reject(new Error('not used')),
      waitForStop: () => stopped,
      version: '',
    });
  }

  /** Waits for a line that matches, and returns the output so far. */
  async waitFor(expected: RegExp): Promise<string> {
    const { printed } = this.effects;
    while (!expected.test(printed.stdout + printed.stderr)) await new Promise<void>((resolve) => this.#printed.push(resolve));
    const text = printed.stdout + printed.stderr;
    printed.stdout = '';
    printed.stderr = '';
    return text;
  }

  edit(path: string, text: string): void {
    this.effects.files.edit(`/project/${path}`, text);
    this.#changed();
  }

  stop(): Promise<number> {
    this.#stop();
    return this.exitStatus;
  }

  get output(): string {
    return this.effects.files.snapshot()['/project/made/tiny-v1/src/types.ts'] ?? '';
  }
}

const project = { 'discogen.config.yaml': buildConfig(['tiny']), 'specs/tiny.yaml': smallSpecification() };
let watch: Watch;
const start = async (words: readonly string[] = [], files: Readonly<Record<string, string>> = project): Promise<Watch> => {
  watch = new Watch(words, files);
  await watch.waitFor(/watching/);
  return watch;
};

describe('discogen generate --watch', () => {
  afterEach(async () => expect(await watch.stop()).toBe(0));

  test('generates everything, and then what a change affects', async () => {
    await start([], {
      ...project,
      'discogen.config.yaml': buildConfig(['tiny', 'other']),
      'specs/other.yaml': smallSpecification({ name: 'other' }),
    });
    expect(watch.watched).toEqual(['discogen.config.yaml', 'discogen.versions.json', 'specs/tiny.yaml', 'specs/other.yaml']);
    watch.effects.files.touched.length = 0;
    watch.edit('specs/tiny.yaml', smallSpecification({ field: 'remark' }));
    expect(await watch.waitFor(/written/)).toMatch(/^made\/tiny-v1: \d+ files from specs\/tiny\.yaml, \d+ written\n$/);
    expect(watch.output).toContain('remark?: string');
    expect(watch.effects.files.touched.filter((path) => path.includes('other'))).toEqual([]);
  });

  test('reports errors and keeps the output until they are fixed', async () => {
    await start();
    const before = watch.output;
    watch.edit('specs/tiny.yaml', smallSpecification().replace('$ref: Thing', '$ref: Thong'));
    expect(await watch.waitFor(/nothing was written/)).toContain('error dangling-reference');
    expect(watch.output).toBe(before);
    watch.edit('specs/tiny.yaml', smallSpecification({ field: 'mended' }));
    await watch.waitFor(/written/);
    expect(watch.output).toContain('mended?: string');
  });

  test('ends each round with the state of the output', async () => {
    await start();
    watch.edit('specs/tiny.yaml', '[');
    await watch.waitFor(/nothing was written/);
    watch.edit('specs/tiny.yaml', project['specs/tiny.yaml']);
    await watch.waitFor(/all packages are up to date/);
  });

  test('reports an invalid config and a deleted file', async () => {
    await start();
    watch.edit('discogen.config.yaml', 'specs: nothing\n');
    expect(await watch.waitFor(/stays as it is/)).toContain('discogen.config.yaml:1:8: error wrong-type');
    watch.effects.files.remove('/project/specs/tiny.yaml');
    watch.edit('discogen.config.yaml', buildConfig(['tiny']));
    expect(await watch.waitFor(/nothing was written/)).toContain('error unreadable-file');
    expect(watch.output).not.toBe('');
  });

  test('watches a specification that the config adds', async () => {
    await start([], { ...project, 'specs/other.yaml': smallSpecification({ name: 'other' }) });
    watch.edit('discogen.config.yaml', buildConfig(['tiny', 'other']));
    expect(await watch.waitFor(/other-v1/)).toContain('written');
    expect(watch.watched).toContain('specs/other.yaml');
    watch.edit('specs/other.yaml', smallSpecification({ name: 'other', field: 'extra' }));
    await watch.waitFor(/other-v1.*written/);
  });

  test('accepts files and prints results as JSON lines', async () => {
    await start(['specs/tiny.yaml', '--out', 'made', '--json'], project);
    expect(watch.watched).toEqual(['specs/tiny.yaml']);
    watch.edit('specs/tiny.yaml', smallSpecification({ field: 'remark' }));
    const line = await watch.waitFor(/"status"/);
    expect(JSON.parse(line)).toMatchObject({ status: 'done', packages: [{ folder: 'made/tiny-v1' }] });
  });
});

test.each([
  ['--watch --check', 'cannot be combined'],
  ['--watch --config nowhere.yaml', 'cannot read nowhere.yaml'],
])('rejects "discogen generate %s"', async (words, message) => {
  const effects = memoryEffects(project);
  expect(await runCommandLine(['generate', ...words.split(' ')], { ...effects, version: '' })).toBe(2);
  expect(effects.printed.stderr).toContain(message);
});

describe('debounce', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('calls the function after a delay without further requests', () => {
    const call = vi.fn<() => void>();
    const debounced = debounce(call, 15);
    debounced.call();
    vi.advanceTimersByTime(10);
    debounced.call();
    vi.advanceTimersByTime(14);
    expect(call).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(call).toHaveBeenCalledOnce();
    debounced.call();
    debounced.cancel();
    vi.advanceTimersByTime(100);
    expect(call).toHaveBeenCalledOnce();
  });
});
