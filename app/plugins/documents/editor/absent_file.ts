import { E_UNAVAILABLE } from '#kernel/http/errors'

/** The document server answers the request for a file with a 4xx: the link is wrong, or has expired. */
export class AbsentFile extends E_UNAVAILABLE {}
