/** Everything comes from this service, and nothing is written into the page itself. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The page by itself; its addresses are relative, so that it works behind any prefix.
 *
 * @param requested path of the request, with a slash at its end or without one
 */
export function demoPage(requested: string): string {
  const closed = requested.endsWith('/')
  return pageHtml(closed ? '../../' : '../', closed ? '' : 'demo/')
}

function pageHtml(service: string, assets: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Chancery messaging</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${assets}page.css" />
    <script type="module" src="${assets}page.js"></script>
  </head>
  <body data-service="${service}">
    <form id="login">
      <h1>Messaging</h1>
      <p>Log in here as one person, and in another tab as another.</p>
      <label>Username <input name="username" autocomplete="username" required /></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
      <button>Log in</button>
      <p class="fault" role="alert"></p>
    </form>
    <main id="desk" hidden>
      <header>
        <strong id="me"></strong>
        <output id="state" data-state="idle">idle</output>
        <button id="line" type="button">Go offline</button>
        <button id="leave" type="button">Log out</button>
      </header>
      <nav>
        <form id="begin">
          <label>Write to user no. <input name="to" type="number" min="1" required /></label>
          <button>Open</button>
        </form>
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
    <noscript>This page needs JavaScript.</noscript>
  </body>
</html>
`
}
