import { loginForm, pageHtml } from '#kernel/pages/main'

/** @param requested path of the request, with a slash at its end or without one */
export function demoPage(requested: string): string {
  const closed = requested.endsWith('/')
  const assets = closed ? '' : 'demo/'
  return pageHtml({
    title: 'Chancery messaging',
    styles: [`${assets}desk.css`, `${assets}page.css`],
    scripts: `<script type="module" src="${assets}page.js"></script>`,
    attributes: `data-service="${closed ? '../../' : '../'}"`,
    body: BODY,
  })
}

const ABOVE = `<h1>Messaging</h1>
      <p>Log in here as one person, and in another tab as another.</p>`

const BODY = `${loginForm(ABOVE)}
    <main id="desk" hidden>
      <header>
        <strong id="me"></strong>
        <output id="state" data-state="idle">idle</output>
        <button id="line" type="button">Go offline</button>
        <button id="leave" type="button">Log out</button>
      </header>
      <nav>
        <form id="begin">
          <label>Write to <input name="keyword" type="search" maxlength="100" placeholder="Part of a name" /></label>
          <button>Find</button>
        </form>
        <ul id="people"></ul>
        <form id="search">
          <label>Find messages <input name="keyword" type="search" maxlength="100" placeholder="Part of a text" required /></label>
          <button>Search</button>
        </form>
        <ul id="hits"></ul>
        <ul id="conversations"></ul>
      </nav>
      <section>
        <h2 id="title">Choose somebody</h2>
        <ol id="log" aria-live="polite"></ol>
        <p id="hint"></p>
        <form id="write">
          <input name="text" autocomplete="off" maxlength="2000" placeholder="A message" required />
          <button>Send</button>
        </form>
      </section>
    </main>
    <noscript>This page needs JavaScript.</noscript>`
