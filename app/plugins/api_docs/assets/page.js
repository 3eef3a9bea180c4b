/* global SwaggerUIBundle */
const place = document.querySelector('#api-docs')
const service = new URL(place.dataset.service, location.href)

const prefersDark = matchMedia('(prefers-color-scheme: dark)')

/** The page is as light or dark as everything else that its reader looks at. */
function dress() {
  document.documentElement.classList.toggle('dark-mode', prefersDark.matches)
}

dress()
prefersDark.addEventListener('change', dress)

/** Texts of the description as text, with code between backticks; HTML in them stays letters. */
function plainTextPlugin({ React }) {
  const inline = (text) =>
    text
      .split(/`([^`]+)`/)
      .map((part, index) => (index % 2 ? React.createElement('code', { key: index }, part) : part))
  const paragraph = (text, key) => React.createElement('p', { key }, inline(text))
  const PlainText = ({ source }) =>
    React.createElement(
      'div',
      { className: 'plain-text' },
      String(source ?? '')
        .split(/\n{2,}/)
        .map(paragraph)
    )
  return { wrapComponents: { Markdown: () => PlainText } }
}

async function open() {
  const answer = await fetch(new URL('v3/api-docs', service))
  const spec = await answer.json()
  spec.servers = [{ url: service.pathname.replace(/\/$/, '') || '/' }]

  const ui = SwaggerUIBundle({
    spec,
    domNode: place,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [plainTextPlugin],
    deepLinking: true,
    displayOperationId: true,
    docExpansion: 'none',
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    responseInterceptor: (response) => rememberToken(ui, response),
  })
}

/** Logging in or refreshing on the page authorizes what is called next; nothing is kept beyond the page. */
function rememberToken(ui, response) {
  const token = response.obj?.data?.accessToken
  if (typeof token === 'string') ui.preauthorizeApiKey('bearer', token)
  return response
}

open().catch(() => {
  place.textContent = 'The API description could not be loaded; try again later.'
})
