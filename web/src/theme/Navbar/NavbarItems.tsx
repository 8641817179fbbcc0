import type { NavbarItem, NavbarLink } from "../../contract";
import { Dropdown } from "../../components/Dropdown/Dropdown";
import { ExternalMark, externalLink } from "../../components/ExternalMark/ExternalMark";
import { usePage } from "../../hooks/PageContext";
import { ariaCurrent, linkState } from "../../lib/navbar-state";
import { toHref } from "../../lib/routes";

export interface NavbarItemsProps {
  items: readonly NavbarItem[];
}

/** The list items for one side of the navbar. The search button stands elsewhere, whatever its place in the list. */
export function NavbarItems({ items }: NavbarItemsProps) {
  const { page } = usePage();
  return items.map((item, index) => {
    switch (item.kind) {
      case "link":
        return (
          <li key={index}>
            <NavbarItemLink link={item} />
          </li>
        );
      case "dropdown":
        return (
          <li key={index}>
            <Dropdown label={item.label} isActive={item.items.some((link) => linkState(link, page) !== null)}>
              {item.items.map((link) => (
                <li key={link.href}>
                  <NavbarItemLink link={link} />
                </li>
              ))}
            </Dropdown>
          </li>
        );
      case "html":
        return <li key={index} dangerouslySetInnerHTML={{ __html: item.html }} />;
      case "search":
        return null;
      default:
        return item satisfies never;
    }
  });
}

interface NavbarItemLinkProps {
  link: NavbarLink;
}

function NavbarItemLink({ link }: NavbarItemLinkProps) {
  const { site, page } = usePage();
  return (
    <a
      href={toHref(site.basePath, link.href)}
      aria-current={ariaCurrent(linkState(link, page))}
      {...(link.isExternal ? externalLink : {})}
    >
      {link.label}
      {link.isExternal && <ExternalMark />}
    </a>
  );
}
