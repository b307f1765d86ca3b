import * as v from 'valibot';
import { defineCall } from './call.ts';
import { CourseItemSchema } from './courses.ts';
import { ContentIdSchema } from './entities.ts';
import { GuideItemSchema } from './guides.ts';
import { LearningPathItemSchema } from './learning-paths.ts';
import { LessonItemSchema } from './lessons.ts';

/** What can be a favorite. */
export const LikeableTypeSchema = v.picklist(['course', 'lesson', 'guide', 'path']);
export type LikeableType = v.InferOutput<typeof LikeableTypeSchema>;

/** A lesson in a list of favorites, with the course that it belongs to. */
export const FavoriteLessonSchema = v.object({
  ...LessonItemSchema.entries,
  courseSlug: v.string(),
  courseTitle: v.string(),
});
export type FavoriteLesson = v.InferOutput<typeof FavoriteLessonSchema>;

export const setFavorite = defineCall({
  name: 'setFavorite',
  method: 'POST',
  path: '/favorite',
  summary: 'Adds a course, lesson, guide or learning path to the favorites, or removes it. Idempotent.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  body: v.strictObject({
    /** For lessons and guides the `lessonId`. */
    id: ContentIdSchema,
    operationType: v.picklist(['save', 'remove']),
    likeableType: LikeableTypeSchema,
  }),
  reply: v.object({
    isFavorite: v.boolean(),
    /** How many of this type the person now has in this academy. */
    favoriteCount: v.number(),
  }),
});

export const listFavorites = defineCall({
  name: 'listFavorites',
  method: 'GET',
  path: '/favorite/userDashboard/favorites',
  summary: 'The favorites of the person in one academy, newest first, without removed and hidden items.',
  who: 'user',
  reach: 'own',
  tenant: true,
  loader: false,
  reply: v.object({
    courses: v.array(CourseItemSchema),
    lessons: v.array(FavoriteLessonSchema),
    guides: v.array(GuideItemSchema),
    paths: v.array(LearningPathItemSchema),
  }),
});
