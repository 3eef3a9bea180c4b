import { computed, ref } from 'vue'
import type { Place } from '@chancery/messaging-client'
import { holds } from '../../session'
import { uploadAll } from './uploads'

interface Options {
  key: string
  where: Place
  sent: () => void
}

/** Files that are chosen or pasted are sent at once. */
export function useComposerFiles({ key, where, sent }: Options) {
  const chooser = ref<HTMLInputElement>()
  const mayUpload = computed(() => holds('file:file:upload'))

  function send(some: Iterable<File> | null | undefined) {
    const files = [...(some ?? [])]
    if (files.length === 0 || !mayUpload.value) return
    uploadAll(key, where, files)
    sent()
  }

  function onPaste(event: ClipboardEvent) {
    if (!event.clipboardData?.files.length) return
    event.preventDefault()
    send(event.clipboardData.files)
  }

  function onChosen() {
    send(chooser.value?.files)
    if (chooser.value) chooser.value.value = ''
  }

  return { chooser, mayUpload, send, onPaste, onChosen }
}
