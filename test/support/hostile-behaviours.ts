// What one team of a server does to the others. Each row is gone through by test/system/hostile-team.rest.test.ts, which counts, and by
// bench/hostile.mjs, which measures.
import { createHash, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { JsonText } from '../../src/contract/json-text.ts';
import { wrapPng } from '../document/image/make-image.ts';
import { joinRiff, makeWebp, readRiff, webpHead } from '../document/image/make-picture.ts';
import { deflateZeros } from './deflate-zeros.ts';
import { jost } from './font-files.ts';
import { onePage as onePdfPage, writePdf } from './foreign-pdf.ts';
import type { Answer, TeamClient } from './team-client.ts';

export interface HostileBehaviour {
  readonly name: string;
  /** Each call takes next to no time: how many are answered meanwhile says nothing. */
  readonly isQuick?: boolean;
  /** Makes what it needs, before anybody is measured; gives what begins it. `slowRows`: rows of a slow document. */
  prepare(team: TeamClient, slowRows: number): Promise<Attack>;
}

/** Calls once and again until the signal comes; resolves when the last call has ended. Refusals are no faults of it. */
export type Attack = (signal: AbortSignal) => Promise<unknown>;

/** Between being refused and calling again: a flood of calls is stopped by the limit on their rate, not by what is tried here. */
const pauseMs = 50;

/** So many at a time, each again as soon as it is answered. */
function keepCalling(calls: number, call: () => Promise<Answer>): Attack {
  const one = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const answer = await call().catch((error: unknown) => {
        if (!signal.aborted) throw error; // else its connection was cut
      });
      if (answer && answer.status >= 400) await sleep(pauseMs);
    }
  };
  return (signal) => Promise.all(Array.from({ length: calls }, () => one(signal)));
}

type Prepare = (team: TeamClient, slowRows: number) => Promise<() => Promise<Answer>>;

/** A behaviour that makes this call, which `prepare` gives, so many at a time. */
const slow = (name: string, calls: number, prepare: Prepare): HostileBehaviour => ({
  name,
  prepare: async (team, slowRows) => keepCalling(calls, await prepare(team, slowRows)),
});
const quick = (name: string, calls: number, prepare: Prepare) => ({ ...slow(name, calls, prepare), isQuick: true });

/** A line for each pair of rows, on hundreds of pages. */
const manyPages = {
  pages: [
    {
      size: 'A6',
      body: [{ repeat: 'list', as: 'a', body: { repeat: 'list', as: 'b', body: '{{ a }} {{ b }}' } }],
    },
  ],
};
const manyRows = (rows: number) => ({ list: Array.from({ length: rows }, (_, i) => i) });

/** Three repetitions one after the other: a text of a thousand characters takes no time, one of ten thousand far longer than is allowed. */
const slowContract = {
  pages: [{ size: 'A6', body: ['{{ text }}'] }],
  dataSchema: { type: 'object', required: ['text'], properties: { text: { type: 'string', pattern: '^(?!\\n)(?:.*.*.*)=$' } } },
  exampleData: { text: '=' },
};
const slowData = { text: 'a'.repeat(20_000) };

const anyData = { dataSchema: true, exampleData: {} };

const onePage = { pages: [{ size: 'A6', body: ['x'] }] };

/** `{"items":[{"data":{"a":[{},{},…]}}]}` of so many values. */
const manyValues = (values: number): JsonText => new JsonText(`{"items":[{"data":{"a":[${'{},'.repeat(values - 6)}{}]}}]}`);

/** Uploads that say how long they are, or nothing of it, and bring a byte now and then. */
function stall(team: TeamClient, uploads: number): Attack {
  const url = new URL(team.url);
  return async (signal) => {
    const sockets = Array.from({ length: uploads }, (_, i) => {
      const socket = connect(Number(url.port), url.hostname).on('error', () => {}); // it is cut: that is the point
      const length = ['content-length: 32000000', 'content-length: 60000', 'transfer-encoding: chunked'][i % 3]!;
      const expect = i % 2 === 0 ? ['expect: 100-continue'] : [];
      const isTemplate = i % 5 === 0;
      const head = [
        isTemplate ? 'POST /api/v1/templates HTTP/1.1' : `PUT /api/v1/assets/${'a'.repeat(64)} HTTP/1.1`,
        'host: localhost',
        `authorization: Bearer ${team.token}`,
        `content-type: ${isTemplate ? 'application/json' : 'application/octet-stream'}`,
        length,
        ...expect,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      return { socket, next: i % 3 === 2 ? '1\r\n{\r\n' : '{' };
    });
    while (!signal.aborted) {
      for (const { socket, next } of sockets) if (socket.writable) socket.write(next);
      await sleep(200, undefined, { signal }).catch(() => {});
    }
    for (const { socket } of sockets) socket.destroy();
  };
}

/** As large as it may be, in a file of a few hundred kB: black, with opacity. */
function largestPicture(): Buffer {
  const [width, height] = [7_000, 7_000];
  return wrapPng({ width, height, bits: 8, colorType: 6 }, deflateZeros(height * (1 + 4 * width)));
}

/** Of a megabyte, with gradients that repeat a hundred times each: the slowest drawings that the bounds let through. */
function slowDrawing(seed: number): string {
  const stops = '<stop/><stop offset="1" stop-opacity=".5" stop-color="red"/>';
  const gradient = `<linearGradient id="a" x2=".01" spreadMethod="reflect">${stops}</linearGradient>`;
  const areas = `<rect width="9" height="${seed}" fill="url(#a)"/>`.repeat(15_000);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${gradient}${areas}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
}

/** A WebP picture of 100,000 × 100,000 pixels, and a font that claims 4 GB. */
async function claimingFiles(): Promise<readonly Buffer[]> {
  const pixels = await makeWebp({ width: 8, height: 8, data: Buffer.alloc(256, 128) });
  const font = Buffer.from(jost.woff2(400));
  font.writeUInt32BE(0xfffffff0, 16);
  return [joinRiff([webpHead(100_000, 100_000), ...readRiff(pixels)]), font];
}

export const hostileBehaviours: readonly HostileBehaviour[] = [
  slow('twenty slow documents at a time', 20, async (team, slowRows) => {
    const uuid = await team.createTemplate('slow', manyPages);
    return () => team.call('POST', `/generate/single/${uuid}`, { data: manyRows(slowRows) });
  }),
  slow('twenty checks at a time that never end', 20, async (team) => {
    const uuid = await team.createTemplate('slow', slowContract);
    return () => team.call('POST', `/templates/${uuid}/validate`, { data: slowData });
  }),
  slow('twenty documents at a time whose data is never checked to its end', 20, async (team) => {
    const uuid = await team.createTemplate('slow', slowContract);
    return () => team.call('POST', `/generate/single/${uuid}`, { data: slowData });
  }),
  slow('jobs of slow documents, and calls beside them', 10, async (team, slowRows) => {
    const uuid = await team.createTemplate('slow', manyPages);
    const jobs = Array.from({ length: 20 }, () => team.call('POST', `/generate/async/${uuid}`, { data: manyRows(slowRows) }));
    for (const { status } of await Promise.all(jobs)) if (status !== 202) throw new Error(`The job was answered with ${status}.`);
    return () => team.call('POST', `/generate/single/${uuid}`, { data: manyRows(slowRows) });
  }),
  slow('three hundred calls at a time', 300, async (team, slowRows) => {
    const uuid = await team.createTemplate('slow', manyPages);
    return () => team.call('POST', `/generate/single/${uuid}`, { data: manyRows(slowRows) });
  }),
  slow('templates with a pattern that never ends, saved again and again', 20, async (team) => {
    let saved = 0;
    // A pattern of its own each time, so that no finding is kept.
    return () => {
      const pattern = `(?=.)^(a+)+${saved}$`;
      const dataSchema = { type: 'object', properties: { text: { type: 'string', pattern } } };
      return team.call('POST', '/templates', { slug: `pattern-${saved++}`, ...onePage, dataSchema, exampleData: {} });
    };
  }),
  quick('the largest pictures, eight at a time', 8, async (team) => {
    const picture = await team.putAsset(largestPicture());
    const page = { size: 'A6', body: [{ image: 'black.png', width: 20 }] };
    let made = 0;
    // A template of its own each time, so that nothing is kept.
    const uuids = await Promise.all(
      Array.from({ length: 8 }, () =>
        team.createTemplate(`picture-${made++}`, { pages: [page], assets: { 'black.png': picture }, exampleData: { made } }),
      ),
    );
    let called = 0;
    return () => team.call('POST', `/generate/single/${uuids[called++ % uuids.length]}`, { data: {} });
  }),
  quick('a picture of 10,000 × 10,000 pixels of 16-bit RGBA, uploaded again and again', 8, async (team) => {
    const bytes = wrapPng({ width: 10_000, height: 10_000, bits: 16, colorType: 6 }, deflateZeros(800_010_000));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return () => team.call('PUT', `/assets/${sha256}`, bytes);
  }),
  quick('drawings of a megabyte, eight at a time', 8, async (team) => {
    const page = { size: 'A6', body: [{ image: '{{ drawing }}', width: 20 }] };
    const uuid = await team.createTemplate('drawing', { pages: [page] });
    let called = 0;
    return () => team.call('POST', `/generate/single/${uuid}`, { data: { drawing: slowDrawing(++called) } });
  }),
  quick('pictures and fonts that claim far more than they hold, uploaded again and again', 8, async (team) => {
    const files = (await claimingFiles()).map((bytes) => ({ bytes, sha256: createHash('sha256').update(bytes).digest('hex') }));
    let called = 0;
    return () => {
      const { bytes, sha256 } = files[called++ % files.length]!;
      return team.call('PUT', `/assets/${sha256}`, bytes);
    };
  }),
  quick('pages of PDFs that unpack to 200 MB, eight at a time', 8, async (team) => {
    const bomb = writePdf(onePdfPage('', { Content: ['/Filter/FlateDecode', deflateZeros(200_000_000)] }));
    let called = 0;
    // A file of its own each time, so that nothing is kept.
    return async () => {
      const slug = `bomb-${called++}`;
      const assets = { 'bomb.pdf': await team.putAsset(Buffer.concat([bomb, Buffer.from(`%${slug}`)])) };
      return team.call('POST', '/templates', { slug, pages: [{ body: [{ pdf: 'bomb.pdf' }] }], assets, ...anyData });
    };
  }),
  ...[3, 10].map((millions) =>
    quick(`batches of ${millions} million values, four at a time`, 4, async (team) => {
      const uuid = await team.createTemplate('any', onePage);
      const body = manyValues(millions * 1_000_000);
      return () => team.call('POST', `/generate/batch/${uuid}`, body);
    }),
  ),
  slow('templates of as many unknown members as there may be values, twenty at a time', 20, async (team) => {
    const members = Object.fromEntries(Array.from({ length: 19_000 }, (_, i) => [`member${i}`, i]));
    return () => team.call('POST', '/templates', { slug: 'members', ...onePage, dataSchema: true, exampleData: {}, ...members });
  }),
  slow('batches of a thousand items, made and canceled, four at a time', 4, async (team) => {
    const uuid = await team.createTemplate('any', onePage);
    const items = Array.from({ length: 1000 }, () => ({ data: {} }));
    return async () => {
      const made = await team.call('POST', `/generate/batch/${uuid}`, { items });
      if (made.status !== 202) return made;
      return team.call('POST', `/render-batches/${made.json().batchUuid as string}/cancel`);
    };
  }),
  quick('a batch of two hundred documents as one PDF, ten at a time', 10, async (team) => {
    const uuid = await team.createTemplate('any', onePage);
    const made = await team.call('POST', `/generate/batch/${uuid}`, {
      items: Array.from({ length: 200 }, () => ({ data: {} })),
    });
    const batch = `/render-batches/${made.json().batchUuid as string}`;
    while ((await team.call('GET', `${batch}?wait=60&limit=1`)).json().finishedAt === null);
    return () => team.call('GET', `${batch}/result?format=pdf`);
  }),
  {
    name: 'stalled uploads, three hundred at a time',
    isQuick: true,
    prepare: async (team) => stall(team, 300),
  },
  quick('lists of a hundred jobs and of templates by their words, a hundred at a time', 100, async (team) => {
    const uuid = await team.createTemplate('any', onePage);
    const items = Array.from({ length: 1000 }, () => ({ data: {}, reference: 'r'.repeat(255) }));
    const made = await team.call('POST', `/generate/batch/${uuid}`, { items });
    const batch = made.json().batchUuid as string;
    const lists = [
      `/render-jobs?limit=100`,
      `/render-jobs?limit=100&batchUuid=${batch}`,
      `/render-batches/${batch}`,
      '/templates?q=none',
    ];
    let called = 0;
    return () => team.call('GET', lists[called++ % lists.length]!);
  }),
  quick('templates made, changed and deleted, forty at a time', 40, async (team) => {
    let made = 0;
    const parts = { ...onePage, dataSchema: true, exampleData: {} };
    return async () => {
      const slug = `many-${made++}`;
      const created = await team.call('POST', '/templates', { slug, ...parts });
      if (created.status !== 201) return created;
      const uuid = created.json().uuid as string;
      await team.call('PUT', `/templates/${uuid}`, { slug, ...parts, name: 'Changed' });
      return made % 2 === 0 ? created : team.call('DELETE', `/templates/${uuid}`);
    };
  }),
  quick('three hundred calls that wait for a job', 300, async (team, slowRows) => {
    const uuid = await team.createTemplate('slow', manyPages);
    const jobs = await Promise.all(
      Array.from({ length: 20 }, () => team.call('POST', `/generate/async/${uuid}`, { data: manyRows(slowRows) })),
    );
    const last = jobs.at(-1)!.json().uuid as string;
    return () => team.call('GET', `/render-jobs/${last}?wait=60`);
  }),
  quick('editors opened, twenty at a time', 20, async (team) => {
    const uuid = await team.createTemplate('base', onePage);
    return () => team.call('POST', `/embedded-templates/${uuid}/${randomUUID()}/session`, {});
  }),
];
