import { createRouter, createWebHashHistory, type RouteRecordRaw } from 'vue-router'
import type { ChanceryError } from '@chancery/http-client'
import { tell } from './parts/tell'
import { chancery, onSessionEnd } from './service'
import { forget, me, refreshMe, refreshMeSoon } from './session'
import { withTexts } from './texts'

/** Views that are written for one menu each, by its path; every other menu is a page that the service describes. */
const views: RouteRecordRaw[] = [
  { path: '', name: 'home', component: () => import('./views/HomeView.vue') },
  { path: 'account', component: () => import('./views/AccountView.vue') },
  {
    path: 'messages/:conversationId(\\d+)?',
    meta: { key: '/messages' },
    component: withTexts('messages', () => import('./views/messages/MessagesView.vue')),
  },
  { path: 'system/users', component: () => import('./views/system/UsersView.vue') },
  { path: 'system/roles', component: () => import('./views/system/RolesView.vue') },
  { path: 'system/menus', component: () => import('./views/system/MenusView.vue') },
  { path: 'system/departments', component: () => import('./views/system/DepartmentsView.vue') },
  { path: 'system/permissions', component: () => import('./views/system/PermissionsView.vue') },
  { path: 'system/sessions', component: () => import('./views/system/SessionsView.vue') },
  {
    path: 'system/security-events',
    component: () => import('./views/system/SecurityEventsView.vue'),
  },
  {
    path: 'system/settings',
    component: withTexts('settings', () => import('./views/system/SettingsView.vue')),
  },
  {
    path: 'system/dictionaries',
    component: withTexts('settings', () => import('./views/system/DictionariesView.vue')),
  },
  { path: 'system/plugins', component: () => import('./views/system/PluginsView.vue') },
  { path: 'system/health', component: () => import('./views/system/HealthView.vue') },
  {
    path: 'documents/documents',
    component: withTexts('documents', () => import('./views/documents/DocumentsView.vue')),
  },
  {
    path: 'documents/documents/:id(\\d+)',
    component: withTexts('documents', () => import('./views/documents/DocumentView.vue')),
  },
  {
    path: 'documents/templates',
    component: withTexts('documents', () => import('./views/documents/TemplatesView.vue')),
  },
  {
    path: 'documents/trash',
    component: withTexts('documents', () => import('./views/documents/TrashView.vue')),
  },
  { path: 'files', component: () => import('./views/files/FilesView.vue') },
  {
    path: 'moderation/conversations',
    component: withTexts('moderation', () => import('./views/moderation/ConversationsView.vue')),
  },
  {
    path: 'moderation/reports',
    component: withTexts('moderation', () => import('./views/moderation/ReportsView.vue')),
  },
  {
    path: 'messaging/online',
    component: withTexts('messaging', () => import('./views/messaging/OnlineView.vue')),
  },
  {
    path: 'messaging/notices',
    component: withTexts('messaging', () => import('./views/messaging/NoticesView.vue')),
  },
  { path: ':path(.*)', component: () => import('./described/DescribedPage.vue') },
]

export const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/login', component: () => import('./shell/LoginView.vue') },
    { path: '/', component: () => import('./shell/ShellView.vue'), children: views },
  ],
})

router.beforeEach(async (to) => {
  if (to.path === '/login') return chancery.isLoggedIn ? '/' : true
  if (!chancery.isLoggedIn) return { path: '/login', query: { to: to.fullPath } }
  if (me.value) {
    refreshMeSoon()
    return true
  }
  return refreshMe().then(
    () => true,
    (error: ChanceryError) => (error.status === 401 ? '/login' : true)
  )
})

onSessionEnd(() => {
  forget()
  const { path, fullPath: to } = router.currentRoute.value
  if (path === '/login') return
  void router.replace({ path: '/login', query: { ended: '1', to } })
})

/** The path for which the console was loaded anew, because a file of an earlier build was gone after an upgrade. */
const RELOADED = 'chancery.console.reloaded'
let isFileGone = false

window.addEventListener('vite:preloadError', () => (isFileGone = true))
router.onError((error, { fullPath }) => {
  if (!isFileGone || sessionStorage.getItem(RELOADED) === fullPath) return tell(error)
  sessionStorage.setItem(RELOADED, fullPath)
  location.reload()
})

const wanted = sessionStorage.getItem(RELOADED)
if (wanted) void router.isReady().then(() => router.replace(wanted))
router.afterEach(({ fullPath }, _, failure) => {
  if (!failure && fullPath === wanted) sessionStorage.removeItem(RELOADED)
})
