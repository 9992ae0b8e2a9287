const codes = /\x1b(?:\[[0-9:;<=>?]*[ -/]*[@-~]?|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[ -/]*[0-~]?)/g;

/** Some agents tell what a program printed, with its colours, as their own words: nobody reads or copies the codes. */
export const withoutTerminalCodes = (text: string): string => (text.includes('\x1b') ? text.replace(codes, '') : text);
