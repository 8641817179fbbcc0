/** Every text that a reader sees and that does not come from the site's own data. */
export const messages = {
  skipToContent: "Skip to main content",
  externalLink: "(opens in a new tab)",
  close: "Close",
  loading: "Loading…",

  announcementLabel: "Announcement",
  dismissAnnouncement: "Dismiss announcement",

  mainNavigation: "Main",
  openMenu: "Open menu",
  closeMenu: "Close menu",
  menuLabel: "Menu",
  backToMainMenu: "Back to main menu",
  pagesOfThisSection: "Pages in this section",
  search: "Search",
  searchKey: "/",
  switchToDark: "Switch to dark mode",
  switchToLight: "Switch to light mode",

  sidebarLabel: "Docs sidebar",
  categoryPages: (label: string) => `Pages in ${label}`,
  openCategory: (label: string) => `Go to ${label}`,

  breadcrumbsLabel: "Breadcrumbs",
  homePage: "Home page",
  tocLabel: "On this page",
  paginationLabel: "Docs pages",
  previous: "Previous",
  next: "Next",
  editThisPage: "Edit this page",
  viewMarkdown: "View as Markdown",
  lastUpdatedOn: "Last updated on",
  lastUpdatedBy: (author: string) => ` by ${author}`,
  backToTop: "Scroll back to top",

  footerLabel: "Footer",

  notFoundTitle: "Page Not Found",
  notFoundText: "We could not find what you were looking for.",
  notFoundLinks: "These pages are a good place to start:",

  searchLabel: "Search the documentation",
  searchSubmit: "Search",
  searchNeedsScript:
    "Searching needs JavaScript. Without it, every page is listed in the sidebars, and your browser can find words in the whole documentation in one file:",
  searchWholeText: "all pages as text",

  loadErrorTitle: "This page could not be loaded",
  loadErrorText: "You might want to check your network connection.",
  retry: "Retry",

  copyCode: "Copy code to clipboard",
  copied: "Copied",
  copyFailed: "Copying is not possible here",
  toggleWrap: "Toggle word wrap",

  crashTitle: "This page crashed.",
  tryAgain: "Try again",
} as const;
