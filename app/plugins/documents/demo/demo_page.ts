import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { EditorSettings } from '../editor/editor_settings.js'

const own = (name: string) => fileURLToPath(new URL(`./assets/${name}`, import.meta.url))

const ASSETS = new Set(['page.css', 'page.js', 'service.js', 'shown.js'])

/** Absolute path of a file that the page loads; `undefined` for any other name. */
export function demoAsset(name: string): string | undefined {
  return ASSETS.has(name) && existsSync(own(name)) ? own(name) : undefined
}

/** Scripts and frames come from this service and the document server, and nothing else from anywhere. */
export function demoPolicy({ off, scriptUrl }: EditorSettings): string {
  const editor = off ? '' : ` ${new URL(scriptUrl).origin}`
  return [
    "default-src 'none'",
    `script-src 'self'${editor}`,
    `frame-src${editor || " 'none'"}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Its addresses are relative, so that it works behind any prefix. */
export function demoPage(documentId: number, settings: EditorSettings): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Chancery editor</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="assets/page.css" />
    <script type="module" src="assets/page.js"></script>
  </head>
  <body data-service="../../" data-document="${documentId}">
    <form id="login">
      <h1>Document ${documentId}</h1>
      <label>Username <input name="username" autocomplete="username" required /></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
      <button>Log in</button>
      <p class="fault" role="alert"></p>
    </form>
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
    <noscript>This page needs JavaScript.</noscript>
  </body>
</html>
`
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
