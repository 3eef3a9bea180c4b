import { ClientModules, PageFiles } from '#kernel/pages/main'

const OWN_FILES = ['page.css', 'page.js', 'desk.js', 'log.js', 'session.js']

export const demoFiles = new PageFiles(new URL('./assets/', import.meta.url), OWN_FILES)

export const clientModules = new ClientModules('messaging')
