import { shallowReactive, watch } from 'vue'
import type { Answered, filesStore } from '@chancery/http-client'
import type { Place } from '@chancery/messaging-client'
import { post } from '../../live/outbox'
import { chancery } from '../../service'
import { me } from '../../session'

/** A file that is being uploaded. Its message is sent afterwards. */
export interface Upload {
  id: number
  /** Key of the conversation, as in drafts. */
  key: string
  where: Place
  file: File
  percent: number
  error?: unknown
  cancel: () => void
}

type Stored = Answered<Awaited<ReturnType<typeof filesStore>>>

/** Larger pictures are sent as files, which are loaded on request. */
const LARGEST_SHOWN = 5 * 1024 * 1024
const SHOWN = /^image\/(png|jpeg|gif|webp|avif|bmp)$/

export const uploads = shallowReactive(new Map<number, Upload>())
let count = 0

/** Uploads each file, then sends a message with it. */
export function uploadAll(key: string, where: Place, files: Iterable<File>): void {
  for (const file of files) void upload({ id: ++count, key, where, file })
}

export function uploadAgain({ id, key, where, file }: Upload): void {
  void upload({ id, key, where, file })
}

export function discardUpload({ id, cancel }: Upload): void {
  cancel()
  uploads.delete(id)
}

async function upload(of: Pick<Upload, 'id' | 'key' | 'where' | 'file'>) {
  const controller = new AbortController()
  const cancel = () => controller.abort()
  const note = (values: Partial<Upload>) =>
    uploads.set(of.id, { ...of, cancel, percent: 0, ...values })
  note({})
  const form = new FormData()
  form.append('file', of.file)
  try {
    const stored = await chancery.upload<Stored>('/app/files', form, {
      signal: controller.signal,
      onProgress: ({ sent, total }) => note({ percent: Math.round((100 * sent) / (total || 1)) }),
    })
    post(of.where, await draftOf(stored, of.file))
    uploads.delete(of.id)
  } catch (error) {
    if (!controller.signal.aborted) note({ error })
  }
}

async function draftOf({ id: fileId, name, size, mimeType }: Stored, file: File) {
  const content = { fileId, name, size }
  if (!SHOWN.test(mimeType) || size > LARGEST_SHOWN)
    return { contentType: 'file', content } as const
  const measures = await measuresOf(file)
  return { contentType: 'image', content: { ...content, ...measures } } as const
}

/** Empty where the browser cannot read the picture. */
async function measuresOf(file: File) {
  try {
    const { width, height } = await createImageBitmap(file)
    return { width, height }
  } catch {
    return {}
  }
}

/** Uploads belong to the user who is logged in. */
watch(
  () => me.value?.user.id,
  () => [...uploads.values()].forEach(discardUpload)
)

/** Leaving the page would cancel uploads. */
window.addEventListener('beforeunload', (event) => {
  if ([...uploads.values()].some(({ error }) => !error)) event.preventDefault()
})
