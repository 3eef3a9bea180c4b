import { computed, onBeforeUnmount, reactive } from 'vue'
import { chancery } from '../service'

export interface Upload {
  key: number
  file: File
  state: 'waiting' | 'sending' | 'done' | 'failed'
  percent: number
  error: unknown
  /** Of what was made of the file. */
  id?: number
}

type Sending = Upload & { stop?: AbortController }

/**
 * Files that are sent one after the other, each as a row of its own.
 *
 * @param path to post each to
 * @param uploaded called for each that has arrived
 */
export function useUploads(path: string, uploaded: () => void) {
  const uploads = reactive<Sending[]>([])
  let busy = false
  let keys = 0

  function add(files: Iterable<File>) {
    for (const file of files)
      uploads.push({ key: ++keys, file, state: 'waiting', percent: 0, error: null })
    void run()
  }

  async function run() {
    if (busy) return
    busy = true
    for (let next = waiting(); next; next = waiting()) await send(next)
    busy = false
  }
  const waiting = () => uploads.find(({ state }) => state === 'waiting')

  async function send(upload: Sending) {
    const form = new FormData()
    form.append('file', upload.file)
    upload.state = 'sending'
    upload.stop = new AbortController()
    try {
      const { id } = await chancery.upload<{ id: number }>(path, form, {
        signal: upload.stop.signal,
        onProgress: ({ sent, total }) => (upload.percent = Math.round((100 * sent) / (total || 1))),
      })
      Object.assign(upload, { state: 'done', percent: 100, id })
      uploaded()
    } catch (error) {
      Object.assign(upload, { state: 'failed', error })
    }
  }

  function remove(upload: Sending) {
    upload.stop?.abort()
    uploads.splice(uploads.indexOf(upload), 1)
  }

  function retry(upload: Sending) {
    Object.assign(upload, { state: 'waiting', percent: 0, error: null })
    void run()
  }

  const clear = () =>
    uploads.splice(0, uploads.length, ...uploads.filter(({ state }) => state !== 'done'))
  const isSending = computed(() =>
    uploads.some(({ state }) => state === 'sending' || state === 'waiting')
  )
  const onLeave = (event: BeforeUnloadEvent) => isSending.value && event.preventDefault()
  window.addEventListener('beforeunload', onLeave)
  onBeforeUnmount(() => window.removeEventListener('beforeunload', onLeave))
  return { uploads, add, remove, retry, clear }
}
