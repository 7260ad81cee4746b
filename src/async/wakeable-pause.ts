// The pause between two rounds of a loop. Code that adds work ends the pause early.

export interface WakeablePause {
  /** Ends the pause. Without a pause under way, skips the next one. */
  wake(): void;
  wait(ms: number): Promise<void>;
}

export function createWakeablePause(): WakeablePause {
  let isAwake = false;
  let end: (() => void) | undefined;
  return {
    wake() {
      isAwake = true;
      end?.();
    },
    async wait(ms) {
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        end = undefined;
      }
      isAwake = false;
    },
  };
}
