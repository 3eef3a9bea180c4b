import { E_UNAVAILABLE } from '#kernel/http/errors'

/** The storage, or the folder in which files are received, is full or away. */
export class StorageAway extends E_UNAVAILABLE {}
