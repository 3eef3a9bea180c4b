import { E_UNAVAILABLE } from '#kernel/errors/main'

/** The storage, or the folder in which files are received, is full or away. */
export class StorageAway extends E_UNAVAILABLE {}
