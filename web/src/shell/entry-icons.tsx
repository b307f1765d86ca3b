import {
  BookOpen,
  Compass,
  FileText,
  GraduationCap,
  Heart,
  House,
  KeyRound,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageCircle,
  Route,
  Settings2,
  Users,
} from 'lucide-react';

/** Icons of navigation entries by address; an address of a new brand gets the compass. */
const ICONS: Record<string, LucideIcon> = {
  '/': House,
  '/guides': FileText,
  '/courses': BookOpen,
  '/paths': Route,
  '/learning-path': Route,
  '/instructors': Users,
  '/contact': MessageCircle,
  '/#my-courses': GraduationCap,
  '/#favorites': Heart,
  '/email': Mail,
  '/admin': Settings2,
  '/admin/alerts': Megaphone,
  '/admin/users': Users,
  '/admin/tokens': KeyRound,
};

export function EntryIcon({ href }: { href: string }) {
  const Icon = ICONS[href] ?? Compass;
  return <Icon aria-hidden="true" />;
}
