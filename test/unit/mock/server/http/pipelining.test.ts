/** The limits of pipelined requests. */
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ConnectionQueue } from '../../../../../mock/server/http/pipelining.js';

class TestSocket extends EventEmitter {
  destroyed = false;
  writableNeedDrain = false;
  isPaused = false;

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    this.emit('resume');
  }

  destroy(): void {
    this.destroyed = true;
  }
}

function startRequests(count: number): { readonly socket: TestSocket; readonly queue: ConnectionQueue; readonly started: number[] } {
  const socket = new TestSocket();
  const queue = new ConnectionQueue(socket);
  const started: number[] = [];
  for (let index = 0; index < count; index++) queue.start(() => started.push(index));
  return { socket, queue, started };
}

const range = (length: number): readonly number[] => Array.from({ length }, (_, index) => index);

describe('the requests of a connection', () => {
  it('start at once if they are few', () => {
    const { socket, started } = startRequests(16);
    expect([started, socket.isPaused]).toEqual([range(16), false]);
  });

  it('wait while 16 run, and the connection is not read until none waits', () => {
    const { socket, queue, started } = startRequests(20);
    expect([started, socket.isPaused]).toEqual([range(16), true]);
    // Node resumes a connection after a response.
    socket.resume();
    expect(socket.isPaused).toBe(true);
    for (const ended of range(3)) {
      queue.end();
      expect([started.length, socket.isPaused]).toEqual([17 + ended, true]);
    }
    queue.end();
    expect([started, socket.isPaused]).toEqual([range(20), false]);
  });

  it('wait while the client does not read responses', () => {
    const { socket, queue, started } = startRequests(20);
    socket.writableNeedDrain = true;
    for (const _ of range(16)) queue.end();
    expect([started.length, socket.isPaused]).toEqual([16, true]);
    socket.writableNeedDrain = false;
    socket.emit('drain');
    expect([started, socket.isPaused]).toEqual([range(20), false]);
  });

  it('close the connection if more than 1,000 wait', () => {
    const { socket, queue, started } = startRequests(16 + 1000);
    expect(socket.destroyed).toBe(false);
    queue.start(() => started.push(-1));
    expect(socket.destroyed).toBe(true);
    for (const _ of range(16)) queue.end();
    expect(started).toEqual(range(16));
  });
});
