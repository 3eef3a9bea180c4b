import { ChanceryError, toError, type Answer } from './chancery_error.js'

export interface UploadProgress {
  /** Bytes on their way so far. */
  sent: number
  /** Of all there are; undefined where the browser does not say. */
  total: number | undefined
}

export interface UploadOptions {
  method?: 'POST' | 'PUT'
  onProgress?: (progress: UploadProgress) => void
  signal?: AbortSignal
}

export interface Uploaded extends Answer {
  body: unknown
}

/**
 * Sends a form, telling how far it is; `fetch` cannot say so, so browsers send it in the older way.
 *
 * @throws ChanceryError without a status when no answer came; the signal's reason when it was aborted
 */
export function sendForm(
  url: string,
  form: FormData,
  accessToken: string | null,
  { method = 'POST', onProgress, signal }: UploadOptions
): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal?.addEventListener('abort', abort, { once: true })
    request.open(method, url)
    if (accessToken) request.setRequestHeader('authorization', `Bearer ${accessToken}`)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      onProgress?.({ sent: loaded, total: lengthComputable ? total : undefined })
    const headers = { get: (name: string) => request.getResponseHeader(name) }
    request.onload = () =>
      resolve({ status: request.status, headers, body: parsed(request.responseText) })
    request.onerror = () => reject(toError({}))
    request.onabort = () =>
      reject(signal?.reason ?? new ChanceryError('Aborted', undefined, undefined))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    request.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
