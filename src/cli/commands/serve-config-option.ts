// --config FILE, of serve and of what stands beside it.

/** Flags and summary of the option. */
export const configOption = ['--config <file>', "a JSON file with the server's settings (default: $PDFGEN_CONFIG)"] as const;
