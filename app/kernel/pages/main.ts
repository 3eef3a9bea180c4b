/** HTML pages and their files. */
export { ClientModules } from './client_modules.js'
export { Landing } from './landing.js'
export { loginForm } from './login_form.js'
export { PageFiles } from './page_files.js'
export { pageHtml } from './page_html.js'
export { pagePolicy } from './page_policy.js'
export { landingRoutes } from './routes.js'
export { leadTo, sendModule, sendPage, sendPageFile } from './send_page.js'
