// The loop that delivers events. Each process that has it claims webhooks with due deliveries, calls them and stores what they answer.
import { createWakeablePause } from '../async/wakeable-pause.ts';
import type { testEvent } from '../contract/webhook-events.ts';
import type { AttemptedDelivery, ClaimedDeliveries, DueDelivery, WebhookQueue } from '../store/webhook-store.ts';
import { findTurnOffReason, holdAfter, pauseAfter } from './next-attempt.ts';
import { type CallRules, type EventAnswer, noAnswer, postEvent } from './post-event.ts';
import { signHeaders } from './sign.ts';

export interface DelivererDeps {
  readonly queue: WebhookQueue;
  /** The `data` of an event, or undefined if the job or batch is no longer kept. */
  describe(teamId: string, delivery: DueDelivery): Promise<unknown>;
  readonly rules: CallRules;
  /** `pdfgen/VERSION`. */
  readonly userAgent: string;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface DelivererEvent {
  /**
   * `not-delivered`: another attempt follows. `given-up`: none follows. `refused`: the address is unknown or must not be called; only the operator may
   * read why.
   */
  readonly kind: 'delivered' | 'not-delivered' | 'given-up' | 'refused' | 'off' | 'fault';
  readonly teamId?: string;
  readonly webhookUuid?: string;
  /** The delivery. Undefined for a test. */
  readonly uuid?: string;
  readonly detail?: string;
}

export interface Deliverer {
  /** Makes the loop look for deliveries at once. */
  wake(): void;
  /** Claims nothing more, and breaks off calls after this time. What was broken off is delivered later. */
  stop(graceMs: number): Promise<void>;
}

/** Longer than a call and what is stored of it take. */
const leaseMs = 40_000;
/** Webhooks in hand at the same time. Half of this number is for webhooks that fail. */
const mostWebhooks = 32;
/** Webhooks of a team in hand at the same time, of those that fail and of those that do not, over all processes. */
const mostOfTeam = 4;
/** Deliveries of a webhook that are sent at the same time. */
const deliveriesAtOnce = 8;
const firstPauseMs = 50;
const longestPauseMs = 1_000;
const faultPauseMs = 1_000;
/** Deliveries kept of each webhook: those that ended, and those that wait. */
const mostKept = { ended: 10_000, pending: 1_000_000 };
/** Claims of this process after which the deliveries of a webhook are counted. */
const countEvery = 50;

export function startDeliverer(deps: DelivererDeps, log: (event: DelivererEvent) => void): Deliverer {
  const loop = new DelivererLoop(deps, log);
  const ended = loop.run();
  return { wake: () => loop.wake(), stop: (graceMs) => loop.stop(graceMs, ended) };
}

class DelivererLoop {
  readonly #deps: DelivererDeps;
  readonly #log: (event: DelivererEvent) => void;
  /** Claims in hand, by whether their webhooks fail. */
  readonly #inHand = { well: new Set<Promise<void>>(), failing: new Set<Promise<void>>() };
  readonly #stopping = new AbortController();
  readonly #breakOff = new AbortController();
  readonly #pause = createWakeablePause();
  #claims = 0;

  constructor(deps: DelivererDeps, log: (event: DelivererEvent) => void) {
    this.#deps = deps;
    this.#log = log;
  }

  wake(): void {
    this.#pause.wake();
  }

  async run(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!this.#stopping.signal.aborted) {
      try {
        pauseMs = (await this.#claimWebhooks()) > 0 ? firstPauseMs : Math.min(longestPauseMs, pauseMs * 1.5);
      } catch (error) {
        this.#tellFault(error);
        pauseMs = faultPauseMs;
      }
      await this.#pause.wait(pauseMs);
    }
  }

  async stop(graceMs: number, ended: Promise<void>): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await ended;
    const timer = setTimeout(() => this.#breakOff.abort(), graceMs);
    await Promise.all([...this.#inHand.well, ...this.#inHand.failing]);
    clearTimeout(timer);
  }

  async #claimWebhooks(): Promise<number> {
    const free = (kind: 'well' | 'failing') => mostWebhooks / 2 - this.#inHand[kind].size;
    const [well, failing] = [free('well'), free('failing')];
    if (well + failing === 0) return 0;
    const claims = await this.#deps.queue.claim({ well, failing, mostOfTeam, most: deliveriesAtOnce }, leaseMs);
    for (const claim of claims) {
      const ofKind = this.#inHand[claim.failures > 0 ? 'failing' : 'well'];
      const done: Promise<void> = this.#deliver(claim)
        .catch((error: unknown) => this.#tellFault(error))
        .finally(() => {
          ofKind.delete(done);
          this.wake();
        });
      ofKind.add(done);
    }
    return claims.length;
  }

  /** If storing fails, the lease runs out and the deliveries are sent again. */
  async #deliver(claim: ClaimedDeliveries): Promise<void> {
    const { queue } = this.#deps;
    const made = await Promise.all(claim.deliveries.map((delivery) => this.#attempt(claim, delivery)));
    // A call that this process broke off says nothing about the endpoint.
    const attempts = made.filter((one) => one !== undefined);
    const answers = attempts.map(({ answer }) => answer);
    // A slow call keeps others from their place as long as a call that fails.
    const isSlow = answers.some((answer) => answer.isSlow);
    const hasFailed = answers.length > 0 && (isSlow || answers.every(({ error }) => error !== undefined));
    const isCounted = this.#claims++ % countEvery === 0 || claim.failures > 0;
    const hasTooMany = isCounted && (await queue.bound(claim, mostKept));
    const offReason = hasTooMany
      ? `More than ${mostKept.pending} deliveries were waiting.`
      : claim.isForCallbacks
        ? undefined
        : findTurnOffReason(answers, claim.failingMs);
    await queue.settle(
      claim,
      attempts.map(({ attempt }) => attempt),
      { isSlow, holdMs: hasFailed && !claim.isForCallbacks ? holdAfter(claim.failures) : 0, offReason },
    );
    const { teamId, webhookUuid } = claim;
    for (const { attempt, answer } of attempts) {
      this.#log({ teamId, webhookUuid, ...describeAttempt(attempt) });
      const { uuid } = attempt.delivery;
      if (answer.refusal !== undefined) this.#log({ kind: 'refused', teamId, webhookUuid, uuid, detail: answer.refusal });
    }
    if (offReason !== undefined) this.#log({ kind: 'off', teamId, webhookUuid, detail: offReason });
  }

  /** Undefined: this process broke the call off. */
  async #attempt(
    claim: ClaimedDeliveries,
    delivery: DueDelivery,
  ): Promise<{ readonly attempt: AttemptedDelivery; readonly answer: EventAnswer } | undefined> {
    const payload = delivery.payload ?? (await this.#write(claim.teamId, delivery));
    const answer = payload === undefined ? gone : await this.#send(claim.secrets, delivery, payload);
    if (this.#breakOff.signal.aborted && answer.status === undefined) return undefined;
    const pauseMs = payload === undefined ? undefined : pauseAfter(delivery.attempts, answer, Math.random());
    const state = answer.error === undefined ? 'delivered' : pauseMs === undefined ? 'failed' : 'pending';
    return {
      answer,
      attempt: {
        delivery,
        state,
        pauseMs: pauseMs ?? 0,
        status: answer.status ?? null,
        error: answer.error ?? null,
        payload: payload ?? null,
      },
    };
  }

  /** The body, which stays the same in every attempt. */
  async #write(teamId: string, delivery: DueDelivery): Promise<string | undefined> {
    const data = await this.#deps.describe(teamId, delivery);
    return data === undefined ? undefined : writeEvent(delivery.event, delivery.createdMs, data);
  }

  async #send(secrets: readonly string[] | undefined, { uuid, url }: DueDelivery, body: string): Promise<EventAnswer> {
    if (!secrets) return unreadable;
    const { rules, userAgent, now } = this.#deps;
    return postEvent(signedCall({ url, id: uuid, body, secrets, userAgent, nowMs: now() }), rules, this.#breakOff.signal);
  }

  #tellFault(error: unknown): void {
    this.#log({ kind: 'fault', detail: error instanceof Error ? error.message : String(error) });
  }
}

function describeAttempt({ delivery: { uuid }, state, error }: AttemptedDelivery): DelivererEvent {
  if (state === 'delivered') return { kind: 'delivered', uuid };
  return { kind: state === 'failed' ? 'given-up' : 'not-delivered', uuid, detail: error ?? '' };
}

const gone = noAnswer('The job or batch is no longer kept, so there is nothing to send.');
const unreadable = noAnswer('The secret was encrypted with another master key. Rotate the secret of the webhook.');

/** The body of an event. */
export function writeEvent(event: DueDelivery['event'] | typeof testEvent, createdMs: number, data: unknown): string {
  return JSON.stringify({ type: event, timestamp: new Date(createdMs).toISOString(), data });
}

export interface SignedCall {
  readonly url: string;
  readonly id: string;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly userAgent: string;
  readonly nowMs: number;
}

export function signedCall({ url, id, body, secrets, userAgent, nowMs }: SignedCall) {
  const headers = signHeaders({ id, timestamp: Math.floor(nowMs / 1000), body }, secrets);
  return { url, headers: { ...headers, 'user-agent': userAgent }, body };
}
