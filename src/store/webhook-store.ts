// The port of webhooks: the webhooks and deliveries of a team, and the deliveries that are due over all teams. Drivers add a delivery in the
// transaction that ends a job or batch. Times are milliseconds since 1970, UTC.
import type { WebhookEvent } from '../contract/webhook-events.ts';
import type { DeliveryState } from '../contract/webhooks.ts';
import type { StateKey, StatePage } from './state-page.ts';

export interface NewWebhook {
  readonly uuid: string;
  /** Null: signs the events for the callback addresses of jobs and batches. A team has one such webhook. */
  readonly url: string | null;
  readonly events: readonly WebhookEvent[];
  readonly secret: string;
  readonly createdMs: number;
}

export interface WebhookRecord extends Omit<NewWebhook, 'secret'> {
  /** Null: the webhook is turned on. */
  readonly off: { readonly sinceMs: number; readonly reason: string } | null;
  /** Time since which all attempts have failed. Null: the latest attempt succeeded, or nothing was sent yet. */
  readonly failingSinceMs: number | null;
}

/** The secrets that sign at this time, newest first. */
export type Secrets = readonly string[];

export interface DeliveryRecord {
  readonly uuid: string;
  readonly webhookUuid: string;
  readonly url: string;
  readonly event: WebhookEvent;
  /** The job or batch. */
  readonly subjectUuid: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdMs: number;
  readonly lastMs: number | null;
  /** Time of the next attempt. Null: no attempt follows. */
  readonly nextMs: number | null;
  readonly status: number | null;
  readonly error: string | null;
  /** The body. Null: nothing was sent yet. */
  readonly payload: string | null;
}

export interface DeliveryFilter {
  readonly webhookUuid?: string | undefined;
  readonly state?: DeliveryState | undefined;
}

/** The webhooks of one team. */
export interface Webhooks {
  /**
   * Raises QUOTA_EXCEEDED if the team has `maxWebhooks` webhooks. Raises INVALID_REQUEST if the team has a webhook for callback addresses
   * already, or if the store cannot keep secrets.
   */
  create(webhook: NewWebhook, limits: { readonly maxWebhooks: number }): Promise<WebhookRecord>;
  /** Oldest first. */
  list(): Promise<readonly WebhookRecord[]>;
  find(uuid: string): Promise<WebhookRecord | undefined>;
  /** Undefined: no such webhook. */
  secretsOf(uuid: string): Promise<Secrets | undefined>;
  /** The old secret signs for `oldForMs` more. False: no such webhook. */
  rotate(uuid: string, secret: string, oldForMs: number): Promise<boolean>;
  /** Turns a webhook on. */
  turnOn(uuid: string): Promise<void>;
  /** Deletes a webhook. Its deliveries are no longer seen. False: no such webhook. */
  delete(uuid: string): Promise<boolean>;
  /** Newest first, without payloads. */
  listDeliveries(filter: DeliveryFilter, limit: number, after: StateKey | undefined): Promise<StatePage<DeliveryRecord>>;
  findDelivery(uuid: string): Promise<DeliveryRecord | undefined>;
  /** Makes a delivery due at once, as if it was new. False: no such delivery. */
  replay(uuid: string): Promise<boolean>;
}

/** Some due deliveries of one webhook. Until its lease runs out, no other process claims deliveries of this webhook. */
export interface ClaimedDeliveries {
  readonly teamId: string;
  readonly webhookUuid: string;
  /** Whether the webhook signs callbacks: then its deliveries go to different addresses. */
  readonly isForCallbacks: boolean;
  /** Undefined: this process cannot read them. */
  readonly secrets: Secrets | undefined;
  /** For how long every attempt has failed. */
  readonly failingMs: number;
  /** Number of claims in a row whose attempts all failed, or that had a slow attempt. */
  readonly failures: number;
  readonly deliveries: readonly DueDelivery[];
  /** For the driver: names the claim. */
  readonly lease: { readonly id: number; readonly untilMs: number };
}

export interface DueDelivery
  extends Pick<DeliveryRecord, 'uuid' | 'url' | 'event' | 'subjectUuid' | 'attempts' | 'createdMs' | 'payload'> {
  /** For the driver. */
  readonly id: number;
}

export interface AttemptedDelivery {
  readonly delivery: DueDelivery;
  readonly state: DeliveryState;
  /** Of a pending delivery: time until the next attempt. */
  readonly pauseMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly payload: string | null;
}

export interface ClaimLimits {
  readonly well: number;
  readonly failing: number;
  readonly mostOfTeam: number;
  readonly most: number;
}

/** What follows for a webhook whose deliveries were attempted. */
export interface AfterClaim {
  readonly isSlow: boolean;
  readonly holdMs: number;
  readonly offReason: string | undefined;
}

export interface WebhookQueue {
  /**
   * Claims deliveries of up to `well` webhooks, and of up to `failing` webhooks whose latest claims failed or were slow. Teams and their webhooks
   * take turns. A team has at most about `mostOfTeam` webhooks of each kind in hand, over all processes. Gives up to `most` deliveries of each
   * webhook; of a failing webhook with an address of its own only one.
   */
  claim(limits: ClaimLimits, leaseMs: number): Promise<readonly ClaimedDeliveries[]>;
  /**
   * Stores what became of the deliveries, and ends the claim. `isSlow`: the webhook counts as failing, even if all was delivered. `holdMs`: the
   * webhook is not claimed for so long. `offReason`: turns it off. A claim that no longer holds changes no delivery that another claim has attempted.
   */
  settle(claim: ClaimedDeliveries, attempts: readonly AttemptedDelivery[], after: AfterClaim): Promise<void>;
  /** Removes the oldest deliveries of a webhook above `ended` that have ended. Gives whether more than `pending` wait. */
  bound(claim: ClaimedDeliveries, most: { readonly ended: number; readonly pending: number }): Promise<boolean>;
}
