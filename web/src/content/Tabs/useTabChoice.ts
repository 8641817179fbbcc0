import { useState, useSyncExternalStore } from "react";
import { replaceQueryParameter, subscribeLocation } from "../../lib/location";
import { useStored } from "../../lib/storage";
import { TAB_KEY_PREFIX } from "../../lib/storage-keys";
import type { TabsProps } from "./tabs-props";

/**
 * The tab shown: the one that the address names, else the one chosen for the group (on any page, in any browser tab),
 * else the one chosen here, else the default.
 */
export function useTabChoice({ groupId, parameter, tabs, defaultValue }: TabsProps): [string, (value: string) => void] {
  const named = useSyncExternalStore(
    subscribeLocation,
    () => (parameter === null ? null : new URLSearchParams(location.search).get(parameter)),
    () => null,
  );
  const [stored, store] = useStored(TAB_KEY_PREFIX + (groupId ?? ""), String, null);
  const [local, setLocal] = useState<string | null>(null);

  const candidates = [named, groupId === null ? null : stored, local];
  const chosen = candidates.find((candidate) => tabs.some(({ value }) => value === candidate));
  const select = (value: string) => {
    setLocal(value);
    if (groupId !== null) store(value);
    if (parameter !== null) replaceQueryParameter(parameter, value);
  };
  return [chosen ?? defaultValue, select];
}
