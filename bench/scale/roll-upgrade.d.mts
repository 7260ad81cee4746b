export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export declare const currentProgram: string;
export declare function makeNewerProgram(folder: string): string;
export declare function rollUpgrade(options: {
  readonly newerProgram: string;
  readonly env: Readonly<Record<string, string>>;
  readonly token: string;
  readonly callsPerSecond?: number;
  readonly settleMs?: number;
  readonly log?: (text: string) => void;
}): Promise<{
  readonly calls: number;
  readonly downloads: number;
  readonly faults: readonly string[];
  /** A server of the newer program before `--expand`. */
  readonly tooEarly: Ran;
  /** `--contract` while a worker of the earlier program runs. */
  readonly refused: Ran;
  /** A server of the earlier program after `--contract`. */
  readonly tooLate: Ran;
}>;
