import { E_UNAVAILABLE } from '#kernel/errors/main'

/** The document server answers the request for a file with a 4xx: the link is wrong, or has expired. */
export class AbsentFile extends E_UNAVAILABLE {}

/** A web page came in place of the file, as a proxy answers. */
export class WebPage extends E_UNAVAILABLE {}
