import { t } from '../../texts'

declare global {
  /** See https://api.onlyoffice.com/docs/docs-api/usage-api/methods/ */
  interface DocEditor {
    destroyEditor(): void
    refreshHistory(history: object): void
    setHistoryData(version: object): void
    setUsers(users: object): void
    setActionLink(address: string): void
  }
  interface Window {
    DocsAPI?: { DocEditor: new (placeholderId: string, config: object) => DocEditor }
  }
}

const PATIENCE_S = 30
let loaded: string | undefined

/** Loads the script of the document server, once. @throws Error that says what is wrong */
export async function loadScript(url: string): Promise<void> {
  if (window.DocsAPI && loaded === url) return
  const script = Object.assign(document.createElement('script'), { src: url })
  let timer: number | undefined
  const arrived = new Promise<void>((resolve, reject) => {
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(t('editor.script', { url })))
    const silent = new Error(t('editor.silent', { seconds: PATIENCE_S }))
    timer = window.setTimeout(() => reject(silent), PATIENCE_S * 1000)
  })
  document.head.append(script)
  try {
    await arrived
    if (!window.DocsAPI) throw new Error(t('editor.script', { url }))
    loaded = url
  } finally {
    window.clearTimeout(timer)
    script.remove()
  }
}
