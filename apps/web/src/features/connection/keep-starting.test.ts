import { describe, expect, test } from 'vitest';
import { keepStarting } from './keep-starting.ts';

class FakeWorker extends EventTarget {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  onmessageerror = null;
  readonly posted: unknown[] = [];
  isEnded = false;
  postMessage(message: unknown): void {
    this.posted.push(message);
  }
  terminate(): void {
    this.isEnded = true;
  }
}

function open(origin: boolean[]) {
  const workers: FakeWorker[] = [];
  const heard: string[] = [];
  const kept = keepStarting<string, string>(
    () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    (message) => heard.push(message),
    (trouble) => heard.push(`! ${trouble}`),
    { isOriginThere: async () => origin.shift() ?? true, wait: async () => undefined },
  );
  const fail = async (message = '') => {
    workers.at(-1)?.onerror?.(new ErrorEvent('error', { message }));
    await new Promise((done) => setTimeout(done, 0));
  };
  const say = (message: string) => workers.at(-1)?.onmessage?.(new MessageEvent('message', { data: message }));
  return { workers, heard, kept, fail, say };
}

describe('[B45] the Worker of the room', () => {
  test('whose scripts did not come is started again once the network is back, and is told what it missed', async () => {
    const { workers, heard, kept, fail, say } = open([false, false, true]);
    kept.post('open');
    kept.post('join');
    await fail();
    expect(heard).toEqual(['! away', '! away', '! started']);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    expect(workers[1]?.posted).toEqual(['open', 'join']);
    say('view');
    kept.post('send');
    expect(heard.at(-1)).toBe('view');
    expect(workers[1]?.posted).toEqual(['open', 'join', 'send']);
  });

  test('whose scripts are not there, though their origin is, is of another version than the page', async () => {
    const { workers, heard, fail } = open([]);
    await fail();
    expect(heard).toEqual(['! started']);
    await fail();
    expect(heard).toEqual(['! started', '! outdated']);
    expect(workers).toHaveLength(2);
  });

  test('that runs is not started a second time for an error of its own; one whose own scripts did not come is', async () => {
    const { workers, fail } = open([]);
    await fail('Uncaught TypeError: x is undefined');
    expect(workers).toHaveLength(1);
    await fail("Uncaught NetworkError: Failed to execute 'importScripts' on 'WorkerGlobalScope'");
    expect(workers).toHaveLength(2);
  });

  test('that has spoken stays, whatever goes wrong in it later', async () => {
    const { workers, heard, fail, say } = open([]);
    say('view');
    await fail();
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false]);
    expect(heard).toEqual(['view']);
  });

  test('is not started again by a page that is left', async () => {
    const { workers, kept, fail } = open([false, false]);
    kept.end();
    await fail();
    expect(workers).toHaveLength(1);
  });
});
