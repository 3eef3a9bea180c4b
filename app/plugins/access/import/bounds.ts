export const MOST_ROWS = 50_000

/** Each takes some 20 ms of a core to hash. */
export const MOST_PASSWORDS = 500

/** bytes */
export const LARGEST_FILE = 16 * 1024 * 1024
