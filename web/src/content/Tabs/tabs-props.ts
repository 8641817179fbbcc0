import { optionalText } from "../content-props";

export interface Tab {
  value: string;
  label: string;
}

export interface TabsProps {
  /** Tabs with the same group are switched together. */
  groupId: string | null;
  /** Query parameter that names the tab. */
  parameter: string | null;
  tabs: readonly Tab[];
  /** Value of the tab shown to readers who never chose. */
  defaultValue: string;
}

/** Makes sense of `Tabs`' attributes; throws on what an author must mend. */
export function parseTabsProps(props: Readonly<Record<string, unknown>>): TabsProps {
  const items = Array.isArray(props["tabs"]) ? props["tabs"].filter(isRecord) : [];
  const tabs = items.map((item) => {
    const value = optionalText(item["value"]);
    if (value === null) throw new Error("`TabItem` needs `value`");
    return { value, label: optionalText(item["label"]) ?? value };
  });
  const first = tabs[0];
  if (first === undefined) throw new Error("`Tabs` needs a `TabItem`");
  const twice = tabs.find(({ value }, index) => tabs.findIndex((other) => other.value === value) !== index);
  if (twice !== undefined) throw new Error(`two items of \`Tabs\` have the value \`${twice.value}\``);

  const wanted = optionalText(props["defaultValue"]);
  if (wanted !== null && !tabs.some(({ value }) => value === wanted)) {
    throw new Error(`\`Tabs\` has no item with the \`defaultValue\` \`${wanted}\``);
  }
  const marked = items.findIndex((item) => item["isDefault"] === true);
  const groupId = optionalText(props["groupId"]);
  return { groupId, parameter: parameterName(props["queryString"], groupId), tabs, defaultValue: wanted ?? tabs[marked]?.value ?? first.value };
}

function parameterName(queryString: unknown, groupId: string | null): string | null {
  if (queryString === undefined || queryString === null || queryString === false) return null;
  const name = queryString === true || queryString === "" ? groupId : optionalText(queryString);
  if (name === null) throw new Error("`Tabs` with `queryString` needs `groupId`, or the parameter's name");
  return name;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
