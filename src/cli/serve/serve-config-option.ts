// The option --config FILE of serve and of its workers.

/** Flags and summary of the option. */
export const configOption = ['--config <file>', "a JSON file with the server's settings (default: $PDFGEN_CONFIG)"] as const;
