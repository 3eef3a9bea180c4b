export interface Envelope<Data> {
  code: number
  message: string
  data: Data
}

/** The answer to a request that succeeded; `data` is `null` where there is nothing to say. */
export function ok(): Envelope<null>
export function ok<Data>(data: Data): Envelope<Data>
export function ok<Data>(data: Data | null = null): Envelope<Data | null> {
  return { code: 200, message: 'OK', data }
}
