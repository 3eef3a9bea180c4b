/** How plugins describe their pages to front ends. */
export { type DescribedPage, describePages } from './describe_pages.js'
export { type PageDescription, pageDescription, type PageField } from './page_description.js'
export { pageIn } from './page_in.js'
export { pageFault } from './page_fault.js'
