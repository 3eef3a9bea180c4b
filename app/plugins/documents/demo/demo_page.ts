import { loginForm } from '#kernel/pages/login_form'
import { PageFiles } from '#kernel/pages/page_files'
import { pageHtml } from '#kernel/pages/page_html'
import { pagePolicy } from '#kernel/pages/page_policy'
import type { EditorSettings } from '../editor/editor_settings.js'

const OWN_FILES = ['page.css', 'page.js', 'service.js', 'shown.js']

export const demoFiles = new PageFiles(new URL('./assets/', import.meta.url), OWN_FILES)

/** Scripts and frames come from this service and the document server, and nothing else from anywhere. */
export function demoPolicy({ off, scriptUrl }: EditorSettings): string {
  const editor = off ? '' : ` ${new URL(scriptUrl).origin}`
  return pagePolicy({
    'script-src': `'self'${editor}`,
    'frame-src': editor.trim() || "'none'",
    'style-src-attr': "'unsafe-inline'",
  })
}

export function demoPage(documentId: number, settings: EditorSettings): string {
  return pageHtml({
    title: 'Chancery editor',
    styles: ['assets/desk.css', 'assets/page.css'],
    scripts: '<script type="module" src="assets/page.js"></script>',
    attributes: `data-service="../../" data-document="${documentId}"`,
    body: `${loginForm(`<h1>Document ${documentId}</h1>`)}
    <main id="desk" hidden>
      <header>
        <h1 id="title"></h1>
        <span id="state" role="status"></span>
        <button id="force-save">Save now</button>
        <button id="reopen">Open again</button>
      </header>
      <section id="stage"><div id="editor"></div></section>
      <aside>
        <section id="without" hidden>
          <h2>No document server</h2>
          <p id="why" role="alert"></p>
          <dl>${settingRows(settings)}</dl>
        </section>
        <section><h2>Versions</h2><ol id="versions"></ol></section>
        <section><h2>Log</h2><ol id="log"></ol></section>
        <details><summary>Configuration</summary><pre id="config"></pre></details>
      </aside>
    </main>
    <noscript>This page needs JavaScript.</noscript>`,
  })
}

function settingRows({ config }: EditorSettings): string {
  const rows = {
    EDITOR_ENABLED: String(config.enabled),
    EDITOR_DOCUMENT_SERVER_URL: config.documentServerUrl,
    EDITOR_DOCUMENT_SERVER_INTERNAL_URL: config.documentServerInternalUrl,
    EDITOR_PUBLIC_BASE_URL: config.publicBaseUrl,
    EDITOR_JWT_SECRET: config.secret && `${Buffer.byteLength(config.secret.release())} bytes`,
    EDITOR_SIGNED_CALLBACK: config.signedCallback,
  }
  return Object.entries(rows)
    .map(([key, value]) => `<dt>${key}</dt><dd>${escaped(value ?? 'not set')}</dd>`)
    .join('')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
