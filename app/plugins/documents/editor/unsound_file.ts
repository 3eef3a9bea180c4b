import { E_UNAVAILABLE } from '#kernel/errors/main'

/** The file is empty, damaged or of another type. The next attempt may deliver a good one. */
export class UnsoundFile extends E_UNAVAILABLE {}
