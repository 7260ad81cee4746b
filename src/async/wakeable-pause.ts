// The pause between two looks of a loop. Somebody who knows of work ends it early.

export interface WakeablePause {
  /** Ends the pause. If none is under way, the next pause does not begin. */
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
