import { readdirSync } from 'node:fs'
import { ClientModules, loginForm, PageFiles, pageHtml, pagePolicy } from '#kernel/pages/main'
import { BLANK_TYPES, LEVELS, SUBJECT_TYPES, type EditorSettings } from '#plugins/documents/main'

const ASSETS = new URL('./assets/', import.meta.url)

export const demoFiles = new PageFiles(ASSETS, readdirSync(ASSETS))

export const clientModules = new ClientModules('http')

/** Scripts and frames come from this service and the document server alone. */
export function demoPolicy({ off, scriptUrl }: EditorSettings): string {
  const editor = off ? '' : ` ${new URL(scriptUrl).origin}`
  return pagePolicy({
    'script-src': `'self'${editor}`,
    'frame-src': editor.trim() || "'none'",
    'style-src-attr': "'unsafe-inline'",
  })
}

const SHARING = `<section>
          <h2>Sharing</h2>
          <p id="no-shares"></p>
          <ol id="shares"></ol>
          <form id="share" hidden>
            <label>With <select name="subjectType">${options(SUBJECT_TYPES)}</select></label>
            ${picker('share', 'Name or number')}
            <label>May <select name="level">${options(LEVELS)}</select></label>
            <label>Until <input name="endsAt" type="date" /></label>
            <button>Share</button>
          </form>
        </section>`

const REVIEW = `<section>
          <h2>Review</h2>
          <p id="no-review"></p>
          <ol id="review"></ol>
          <button id="withdraw" type="button" hidden>Take the submission back</button>
          <form id="submit" hidden>
            ${picker('submit', 'To users, by name or number')}
            <button>Submit</button>
          </form>
          <form id="decide" hidden>
            <label class="wide">Comment <textarea name="comment" maxlength="1000" rows="2"></textarea></label>
            <button value="approve">Approve</button>
            <button value="return">Return</button>
          </form>
        </section>`

/** @param requested path of the request, with or without a slash at its end */
export function choicePage(requested: string): string {
  const closed = requested.endsWith('/')
  const demo = closed ? '' : 'demo/'
  return pageHtml({
    title: 'Chancery documents',
    styles: [`${demo}assets/desk.css`, `${demo}assets/page.css`],
    scripts: `<script type="module" src="${demo}assets/choose.js"></script>`,
    attributes: `class="choice" data-service="${closed ? '../../' : '../'}" data-demo="${demo}"`,
    body: `${loginForm('<h1>Documents</h1>\n      <p>Log in to open one in the editor.</p>')}
    <main id="desk" hidden>
      <header>
        <h1 id="title">Documents</h1>
        <button id="leave">Log out</button>
      </header>
      <p id="message" role="alert" hidden></p>
      <section>
        <form id="create">
          <label>Title <input name="title" maxlength="200" required /></label>
          <label>Type <select name="fileType">${options(BLANK_TYPES)}</select></label>
          <button>New document</button>
        </form>
        <p id="none">There is no document yet.</p>
        <ol id="documents"></ol>
      </section>
    </main>
    <noscript>This page needs JavaScript.</noscript>`,
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
        <button id="force-save" hidden>Save now</button>
        <button id="reopen">Open again</button>
        <button id="leave">Log out</button>
      </header>
      <p id="message" role="alert" hidden></p>
      <section id="stage"><div id="editor"></div></section>
      <aside>
        <section id="without" hidden>
          <h2 id="lacking"></h2>
          <p id="why" role="alert"></p>
          <dl id="settings">${settingRows(settings)}</dl>
        </section>
        <section><h2>Versions</h2><ol id="versions"></ol></section>
        ${SHARING}
        ${REVIEW}
        <section><h2>Log</h2><ol id="log"></ol></section>
        <details><summary>Configuration</summary><pre id="config"></pre></details>
      </aside>
    </main>
    <noscript>This page needs JavaScript.</noscript>`,
  })
}

/** Not their values: the page is public. */
function settingRows({ config }: EditorSettings): string {
  const there = {
    EDITOR_ENABLED: config.enabled,
    EDITOR_DOCUMENT_SERVER_URL: config.documentServerUrl,
    EDITOR_DOCUMENT_SERVER_INTERNAL_URL: config.documentServerInternalUrl,
    EDITOR_PUBLIC_BASE_URL: config.publicBaseUrl,
    EDITOR_JWT_SECRET: config.secret,
  }
  return Object.entries(there)
    .map(([key, value]) => `<dt>${key}</dt><dd>${value ? 'set' : 'not set'}</dd>`)
    .join('')
}

/** `picker.js` fills it. */
function picker(form: string, label: string): string {
  return `<label>${label} <input name="who" type="search" autocomplete="off" maxlength="100" placeholder="Part of a name" /></label>
            <ol id="${form}-found" class="found" aria-label="Found" aria-live="polite"></ol>
            <ol id="${form}-chosen" class="chosen" aria-label="Chosen"></ol>`
}

function options(values: readonly string[]): string {
  return values.map((value) => `<option>${value}</option>`).join('')
}
