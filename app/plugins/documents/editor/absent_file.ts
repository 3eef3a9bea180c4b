import { E_UNAVAILABLE } from '#kernel/http/errors'

/** The document server does not offer the file, at least not by this link or not any more. */
export class AbsentFile extends E_UNAVAILABLE {}
