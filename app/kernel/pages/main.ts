/** HTML pages and their files. */
export { EmbeddedOrigins } from './embedded_origins.js'
export { Landing } from './landing.js'
export { pageHtml } from './page_html.js'
export { pagePolicy } from './page_policy.js'
export { landingRoutes } from './routes.js'
export { leadTo, sendPage, sendPageFile } from './send_page.js'
