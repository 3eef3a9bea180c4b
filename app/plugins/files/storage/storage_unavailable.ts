import { E_UNAVAILABLE } from '#kernel/errors/main'

const FULL = ['ENOSPC', 'EDQUOT']

/** The storage, or the folder in which files are received, is full or out of reach. What it holds stays as it is. */
export class StorageUnavailable extends E_UNAVAILABLE {
  constructor(cause: unknown) {
    super(isFull(cause) ? IS_FULL : IS_AWAY, { cause })
  }
}

const IS_FULL = 'The storage of files is full; please try again later'
const IS_AWAY = 'The storage of files cannot be reached; please try again later'

function isFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as NodeJS.ErrnoException
  return FULL.includes(code ?? '') || (cause !== undefined && isFull(cause))
}

/** @throws StorageUnavailable where the work fails */
export async function unlessUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new StorageUnavailable(error)
  }
}
