// The classic preset with the fast bundler: documents only, no search (it has none of its own).
export default {
  title: "Benchmark",
  url: "https://docs.example.com",
  baseUrl: "/",
  onBrokenLinks: "warn",
  future: { v4: true, faster: true },
  presets: [["classic", { docs: { routeBasePath: "/", sidebarPath: "./sidebars.js" }, blog: false, pages: false }]],
  themeConfig: { navbar: { title: "Benchmark" }, prism: { additionalLanguages: ["bash", "json"] } },
};
