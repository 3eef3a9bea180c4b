import { onBeforeUnmount, reactive } from 'vue'
import {
  documentsCopiesStore,
  documentsEditorConfigShow,
  documentsHistoryIndex,
  documentsHistoryShow,
  documentsMentionsIndex,
  documentsMentionsStore,
  documentsShow,
  type Answered,
} from '@chancery/http-client'
import { isNarrow } from '../../parts/narrow'
import { done, tell } from '../../parts/tell'
import { queries } from '../../queries'
import { chancery } from '../../service'
import { me } from '../../session'
import { currentLanguage, t } from '../../texts'
import { loadScript } from './editor_script'

type Config = Answered<Awaited<ReturnType<typeof documentsEditorConfigShow>>>

export interface EditorState {
  is: 'opening' | 'open' | 'closed' | 'failed'
  error: unknown
  canEdit: boolean
  isSlow: boolean
}

interface EditorOptions {
  documentId: number
  /** A place in the document to show, as a notice of a mention gives it. */
  actionLink?: () => object | undefined
  /** Address of such a place. */
  addressOf: (actionLink: object) => string
  /** Something may have been saved, or somebody joined or left. */
  changed: () => void
}

const SLOW_MS = 8_000
const LEAVING_ATTEMPTS = 20
const LEAVING_PAUSE_MS = 250

/** The editor of the document server in an element of the page. */
export function useEditor({ documentId: id, actionLink, addressOf, changed }: EditorOptions) {
  const state = reactive<EditorState>({
    is: 'opening',
    error: null,
    canEdit: false,
    isSlow: false,
  })
  const path = { id }
  let editor: DocEditor | undefined
  /** The editor was closed, and what was written in it may not be saved yet. */
  let isLeaving = false
  let attempts = 0
  let timer: number | undefined

  /** @param stage holds the editor, alone @throws nothing: the state says what is wrong */
  async function open(stage: HTMLElement): Promise<void> {
    close()
    Object.assign(state, { is: 'opening', error: null })
    const attempt = ++attempts
    timer = window.setTimeout(() => (state.isSlow = true), SLOW_MS)
    try {
      if (isLeaving) await hasLeft()
      isLeaving = false
      const config = await configuration()
      await loadScript(config.scriptUrl)
      if (attempt === attempts) show(config, stage)
    } catch (error) {
      if (attempt === attempts) Object.assign(state, { is: 'failed', error })
    } finally {
      if (attempt === attempts) settle()
    }
  }

  /** While a save is being stored the service asks to come again. */
  const configuration = () =>
    queries.fetchQuery({
      queryKey: ['editor', id],
      queryFn: () => chancery.call(documentsEditorConfigShow, { path, query: wishes() }),
      staleTime: 0,
      gcTime: 0,
    })
  const wishes = () => ({
    type: isNarrow.value ? ('mobile' as const) : ('desktop' as const),
    lang: currentLanguage.value,
  })

  function show(config: Config, stage: HTMLElement) {
    const placeholder = document.createElement('div')
    placeholder.id = `editor-${id}`
    stage.replaceChildren(placeholder)
    const link = actionLink?.()
    const editorConfig = link ? { ...config.editorConfig, actionLink: link } : config.editorConfig
    const whole = { ...config, editorConfig, width: '100%', height: '100%', events: events(stage) }
    editor = new window.DocsAPI!.DocEditor(placeholder.id, whole)
    Object.assign(state, { is: 'open', canEdit: config.document.permissions.edit })
  }

  /** The document server saves what was changed. */
  function close() {
    attempts++
    settle()
    isLeaving ||= editor !== undefined
    editor?.destroyEditor()
    editor = undefined
    Object.assign(state, { is: 'closed', canEdit: false })
  }

  /** A session that is being saved cannot be entered again. */
  async function hasLeft() {
    for (let attempt = 0; attempt < LEAVING_ATTEMPTS; attempt++) {
      const { editing } = await chancery.call(documentsShow, { path })
      if (!editing.some((one) => one.id === me.value?.user.id)) return
      await new Promise((resolve) => window.setTimeout(resolve, LEAVING_PAUSE_MS))
    }
  }

  function settle() {
    window.clearTimeout(timer)
    state.isSlow = false
  }

  /** Shows a version beside the one before it, in the history of the editor. */
  async function compare(no: number) {
    editor?.refreshHistory(await chancery.call(documentsHistoryIndex, { path }))
    await showVersion(no)
  }

  const showVersion = async (no: number) =>
    editor?.setHistoryData(await chancery.call(documentsHistoryShow, { path: { id, no } }))

  const events = (stage: HTMLElement) => ({
    onDocumentReady: changed,
    onDocumentStateChange: changed,
    onRequestClose() {
      close()
      changed()
    },
    onRequestRefreshFile: () => open(stage),
    onOutdatedVersion: () => open(stage),
    onRequestHistoryClose: () => open(stage),
    onRequestHistory: () =>
      trying(async () =>
        editor?.refreshHistory(await chancery.call(documentsHistoryIndex, { path }))
      ),
    onRequestHistoryData: ({ data: no }: EditorEvent<number>) => trying(() => showVersion(no)),
    onRequestUsers: ({ data }: EditorEvent<UsersRequest>) =>
      trying(async () => {
        if (data.c !== 'mention') return
        const { from, count, search: keyword } = data
        const query = { from, count, keyword: keyword || undefined }
        editor?.setUsers(await chancery.call(documentsMentionsIndex, { path, query }))
      }),
    onRequestSendNotify: ({ data }: EditorEvent<MentionRequest>) =>
      trying(async () => {
        const { emails, message: comment, actionLink: link } = data
        const body = { emails, comment, actionLink: link } as never
        await chancery.call(documentsMentionsStore, { path, body })
      }),
    onMakeActionLink: ({ data }: EditorEvent<object>) => editor?.setActionLink(addressOf(data)),
    onRequestSaveAs: ({ data }: EditorEvent<object>) =>
      trying(async () => {
        await chancery.call(documentsCopiesStore, { path, body: data as never })
        done(t('done.saved'))
      }),
    onError: ({ data }: EditorEvent<{ errorDescription?: string }>) =>
      tell(new Error(t('editor.failed', { reason: data?.errorDescription ?? '' }))),
  })

  const trying = (work: () => Promise<unknown>) => work().catch(tell)

  onBeforeUnmount(close)
  return { state, open, close, compare }
}

interface EditorEvent<Data> {
  data: Data
}
interface UsersRequest {
  c?: string
  search?: string
  from?: number
  count?: number
}
interface MentionRequest {
  emails: string[]
  message?: string
  actionLink?: object
}
