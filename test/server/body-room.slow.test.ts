// What bounds bodies: room by team and token, turns of teams, the rate of an upload.
import { EventEmitter, setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createTurns } from '../../src/async/turns.ts';
import { type BodyHolder, createBodyRoom, type HeldBody, smallBody } from '../../src/server/body-room.ts';
import { watchUpload } from '../../src/server/upload-rate.ts';
import { createRandom } from '../support/random.ts';

const mebibyte = 1024 ** 2;
const most = 256 * mebibyte;

/** A response that has not been sent. */
const response = () => Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse;

describe('room for bodies', () => {
  const open = (room: ReturnType<typeof createBodyRoom>, holder: BodyHolder): HeldBody & { close(): void } => {
    const answer = response();
    return { ...room.open(holder, answer), close: () => void answer.emit('close') };
  };
  const fits = (body: HeldBody, bytes: number): boolean => {
    try {
      body.hold(bytes);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'OVERLOADED', retryAfter: 1 });
      return false;
    }
  };

  test('one token leaves room for another of its team, and a team for another team', () => {
    const room = createBodyRoom(most);
    const held = (holder: BodyHolder) => Array.from({ length: 10 }, () => fits(open(room, holder), 32 * mebibyte));
    expect(held({ team: 'a', token: 'a1' }).filter(Boolean)).toHaveLength(2);
    expect(held({ team: 'a', token: 'a2' }).filter(Boolean)).toHaveLength(1);
    expect(fits(open(room, { team: 'b', token: 'b1' }), 32 * mebibyte)).toBe(true);
  });

  test('whatever hostile teams hold, a quiet one finds room for a small body, and all is given back', () => {
    const random = createRandom(7);
    const room = createBodyRoom(most);
    const bodies: ReturnType<typeof open>[] = [];
    for (let round = 0; round < 5000; round++) {
      const team = `hostile ${Math.floor(random() * 3)}`;
      const body = open(room, { team, token: `${team} ${Math.floor(random() * 5)}` });
      if (fits(body, Math.ceil(random() ** 4 * 32 * mebibyte))) bodies.push(body);
      if (random() < 0.2) bodies.splice(Math.floor(random() * bodies.length), 1)[0]?.close();
      const quiet = open(room, { team: 'quiet', token: 'quiet' });
      expect(fits(quiet, smallBody)).toBe(true);
      expect(fits(quiet, 2 * mebibyte)).toBe(true);
      quiet.close();
    }
    for (const body of bodies) body.close();
    expect(fits(open(room, { team: 'a', token: 'a' }), most / 4)).toBe(true);
  });

  test('stalled large bodies take nothing from small ones', () => {
    const room = createBodyRoom(most);
    const holder = { team: 'a', token: 'a' };
    while (fits(open(room, holder), smallBody + 1));
    expect(fits(open(room, holder), smallBody)).toBe(true);
  });
});

describe('turns', () => {
  const never = new AbortController().signal;
  setMaxListeners(0, never);

  test('teams take turns, and none has two places', async () => {
    const turns = createTurns(2);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (team: string) =>
      turns.take(
        team,
        () => {
          begun.push(team);
          return new Promise<void>((done) => ends.push(done));
        },
        never,
      );
    const all = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(ask);
    expect(begun).toEqual(['a', 'b']);
    for (let i = 0; i < all.length; i++) {
      ends[i]!();
      await all[i === 0 ? 0 : -1]; // lets the next begin
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect(begun).toEqual(['a', 'b', 'a', 'b', 'c', 'a', 'a']);
  });

  test('work that is given up while it waits does not begin', async () => {
    const turns = createTurns(1);
    let end = () => {};
    const first = turns.take(
      'a',
      () =>
        new Promise<void>((done) => {
          end = done;
        }),
      never,
    );
    const given = new AbortController();
    const second = turns.take('b', async () => expect.unreachable(), given.signal);
    given.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    end();
    await first;
    expect(await turns.take('b', async () => 'next', never)).toBe('next');
  });

  test('a call waits for only one call of another team, however many came before it', async () => {
    const turns = createTurns(1);
    const random = createRandom(11);
    const begun: string[] = [];
    const begin = (team: string) => turns.take(team, () => endOfTurn(), never).then(() => void begun.push(team));
    const flood = Array.from({ length: 500 }, () => begin('hostile'));
    for (let round = 0; round < 20; round++) {
      for (let pause = Math.floor(random() * 4); pause > 0; pause--) await endOfTurn();
      const before = begun.length;
      await begin('ours');
      expect(begun.slice(before).filter((team) => team === 'hostile').length).toBeLessThanOrEqual(2);
    }
    await Promise.all(flood);
  });

  test('work that fails frees its place', async () => {
    const turns = createTurns(1);
    await expect(turns.take('a', () => Promise.reject(new Error('broken')), never)).rejects.toThrow('broken');
    expect(await turns.take('a', async () => 1, never)).toBe(1);
  });
});

describe('the rate of an upload', () => {
  const rate = { minBytesPerSecond: 8192, windowMs: 10_000 };

  /** Whether a body that brings these bytes in window after window is given up. */
  function isGivenUp(windows: readonly number[], lateMs = 0): boolean {
    let now = 0;
    let tick = () => {};
    let isSlow = false;
    const watch = watchUpload(
      rate,
      () => {
        isSlow = true;
      },
      {
        now: () => now,
        every(_, call) {
          tick = call;
          return () => {
            tick = () => {};
          };
        },
      },
    );
    for (const bytes of windows) {
      watch.count(bytes);
      now += rate.windowMs + lateMs;
      tick();
    }
    return isSlow;
  }

  test('a slow but steady line of 32 kB/s is waited for, a stalled one is not', () => {
    expect(isGivenUp(Array(100).fill(320_000))).toBe(false);
    expect(isGivenUp([320_000, 320_000, 0])).toBe(true);
    expect(isGivenUp([1000])).toBe(true);
  });

  test('a server that was busy itself does not blame its client', () => {
    expect(isGivenUp([0, 320_000], 20_000)).toBe(false);
  });
});
